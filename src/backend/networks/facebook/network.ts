import type { Network } from '../network.js';
import { facebookAdapter } from './adapter.js';
import { facebookConnector } from './connect.js';
import { facebookErrors } from './errors.js';
import { facebookNotices } from './notices.js';

/** Page tokens do not expire. */
export const facebook: Network = {
  adapter: facebookAdapter,
  errors: facebookErrors,
  connector: facebookConnector,
  notices: facebookNotices,
  hosts: {
    api: 'https://graph.facebook.com',
    web: 'https://www.facebook.com',
    trusted: ['rupload.facebook.com'],
    source: {
      title: 'Facebook Reels Publishing API: Upload the reel',
      where: 'https://developers.facebook.com/documentation/video-api/guides/reels-publishing',
      asOf: '2026-07-30',
    },
  },
  badge: { letters: 'Fb', color: '#2256b8' },
};
