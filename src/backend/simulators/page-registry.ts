import type { Platform } from '../../contract/platforms.js';
import { blueskyPage } from './bluesky/page.js';
import { facebookPage } from './facebook/page.js';
import { instagramPage } from './instagram/page.js';
import { linkedinPage } from './linkedin/page.js';
import { mastodonPage } from './mastodon/page.js';
import { pinterestPage } from './pinterest/page.js';
import type { NetworkPage } from './post-page/network-page.js';
import { threadsPage } from './threads/page.js';
import { tiktokPage } from './tiktok/page.js';
import { xPage } from './x/page.js';
import { youtubePage } from './youtube/page.js';

/** How each simulated network's pages look. */
export const PAGES: Readonly<Record<Platform, NetworkPage>> = {
  linkedin: linkedinPage,
  x: xPage,
  instagram: instagramPage,
  tiktok: tiktokPage,
  youtube: youtubePage,
  threads: threadsPage,
  bluesky: blueskyPage,
  mastodon: mastodonPage,
  pinterest: pinterestPage,
  facebook: facebookPage,
};
