import type { Platform } from '../contract/platforms.js';
import type { NetworkRules } from './network-rules.js';
import { bluesky } from './rules/bluesky.js';
import { facebook } from './rules/facebook.js';
import { instagram } from './rules/instagram.js';
import { linkedin } from './rules/linkedin.js';
import { mastodon } from './rules/mastodon.js';
import { pinterest } from './rules/pinterest.js';
import { threads } from './rules/threads.js';
import { tiktok } from './rules/tiktok.js';
import { x } from './rules/x.js';
import { youtube } from './rules/youtube.js';

export type { NetworkRules } from './network-rules.js';

/** The posting rules of every network, as checked on 2026-11-20. */
export const RULES: Readonly<Record<Platform, NetworkRules>> = {
  linkedin,
  x,
  instagram,
  tiktok,
  youtube,
  threads,
  bluesky,
  mastodon,
  pinterest,
  facebook,
};
