import type { Platform } from '../../contract/platforms.js';
import { blueskySimulator } from '../simulators/bluesky/simulator.js';
import { facebookSimulator } from '../simulators/facebook/simulator.js';
import { instagramSimulator } from '../simulators/instagram/simulator.js';
import { linkedinSimulator } from '../simulators/linkedin/simulator.js';
import { mastodonSimulator } from '../simulators/mastodon/simulator.js';
import { pinterestSimulator } from '../simulators/pinterest/simulator.js';
import type { NetworkSimulator } from '../simulators/simulator.js';
import { threadsSimulator } from '../simulators/threads/simulator.js';
import { tiktokSimulator } from '../simulators/tiktok/simulator.js';
import { xSimulator } from '../simulators/x/simulator.js';
import { youtubeSimulator } from '../simulators/youtube/simulator.js';
import type { NetworkAdapter } from './adapter.js';
import { blueskyAdapter } from './bluesky/adapter.js';
import { blueskyErrors } from './bluesky/errors.js';
import { facebookAdapter } from './facebook/adapter.js';
import { facebookErrors } from './facebook/errors.js';
import { instagramAdapter } from './instagram/adapter.js';
import { instagramErrors } from './instagram/errors.js';
import { linkedinAdapter } from './linkedin/adapter.js';
import { linkedinErrors } from './linkedin/errors.js';
import { mastodonAdapter } from './mastodon/adapter.js';
import { mastodonErrors } from './mastodon/errors.js';
import { pinterestAdapter } from './pinterest/adapter.js';
import { pinterestErrors } from './pinterest/errors.js';
import type { NetworkErrors } from './read-refusal.js';
import { threadsAdapter } from './threads/adapter.js';
import { threadsErrors } from './threads/errors.js';
import { tiktokAdapter } from './tiktok/adapter.js';
import { tiktokErrors } from './tiktok/errors.js';
import { renewingAccess } from './token-renewal.js';
import { RENEWALS } from './token-renewals.js';
import { xAdapter } from './x/adapter.js';
import { xErrors } from './x/errors.js';
import { youtubeAdapter } from './youtube/adapter.js';
import { youtubeErrors } from './youtube/errors.js';

/** The adapter, renewing its account's access where the network's tokens end. */
function speaking(adapter: NetworkAdapter, errors: NetworkErrors): NetworkAdapter {
  const renewal = RENEWALS[adapter.platform];
  return renewal ? renewingAccess(adapter, errors, renewal) : adapter;
}

/** One network: how we speak with it, what its refusals mean, and its simulation. How its pages look is in `PAGES`. */
export interface Network {
  readonly adapter: NetworkAdapter;
  readonly errors: NetworkErrors;
  readonly simulator: NetworkSimulator;
}

export const NETWORKS: Readonly<Record<Platform, Network>> = {
  linkedin: {
    adapter: speaking(linkedinAdapter, linkedinErrors),
    errors: linkedinErrors,
    simulator: linkedinSimulator,
  },
  x: { adapter: speaking(xAdapter, xErrors), errors: xErrors, simulator: xSimulator },
  instagram: {
    adapter: speaking(instagramAdapter, instagramErrors),
    errors: instagramErrors,
    simulator: instagramSimulator,
  },
  tiktok: {
    adapter: speaking(tiktokAdapter, tiktokErrors),
    errors: tiktokErrors,
    simulator: tiktokSimulator,
  },
  youtube: {
    adapter: speaking(youtubeAdapter, youtubeErrors),
    errors: youtubeErrors,
    simulator: youtubeSimulator,
  },
  threads: {
    adapter: speaking(threadsAdapter, threadsErrors),
    errors: threadsErrors,
    simulator: threadsSimulator,
  },
  bluesky: {
    adapter: speaking(blueskyAdapter, blueskyErrors),
    errors: blueskyErrors,
    simulator: blueskySimulator,
  },
  mastodon: {
    adapter: speaking(mastodonAdapter, mastodonErrors),
    errors: mastodonErrors,
    simulator: mastodonSimulator,
  },
  pinterest: {
    adapter: speaking(pinterestAdapter, pinterestErrors),
    errors: pinterestErrors,
    simulator: pinterestSimulator,
  },
  facebook: {
    adapter: speaking(facebookAdapter, facebookErrors),
    errors: facebookErrors,
    simulator: facebookSimulator,
  },
};
