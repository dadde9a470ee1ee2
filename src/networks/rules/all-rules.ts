// One line per network. The list of networks itself, with their order, is src/contract/platforms.ts.
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
