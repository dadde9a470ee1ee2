// One line per network. The list of networks itself, with their order, is src/contract/platforms.ts.
export { bluesky } from './bluesky/network.js';
export { facebook } from './facebook/network.js';
export { instagram } from './instagram/network.js';
export { linkedin } from './linkedin/network.js';
export { mastodon } from './mastodon/network.js';
export { pinterest } from './pinterest/network.js';
export { threads } from './threads/network.js';
export { tiktok } from './tiktok/network.js';
export { x } from './x/network.js';
export { youtube } from './youtube/network.js';
