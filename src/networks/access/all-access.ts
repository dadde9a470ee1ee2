// One line per network whose real accounts can be connected.
export { bluesky } from './bluesky.js';
export { facebook } from './facebook.js';
export { instagram } from './instagram.js';
export { linkedin } from './linkedin.js';
export { mastodon } from './mastodon.js';
export { pinterest } from './pinterest.js';
export { threads } from './threads.js';
export { tiktok } from './tiktok.js';
export { x } from './x.js';
export { youtube } from './youtube.js';
