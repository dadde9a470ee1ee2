import { instagram as access } from '../../../networks/access/instagram.js';
import type { Network } from '../network.js';
import { longLivedTokenRenewal } from '../renewal/renewal-requests.js';
import { instagramAdapter } from './adapter.js';
import { instagramConnector } from './connect.js';
import { instagramErrors } from './errors.js';
import { instagramNotices } from './notices.js';

export const instagram: Network = {
  adapter: instagramAdapter,
  errors: instagramErrors,
  connector: instagramConnector,
  notices: instagramNotices,
  hosts: {
    api: 'https://graph.instagram.com',
    web: 'https://www.instagram.com',
    trusted: [],
    source: {
      title: 'Instagram API with Instagram Login: Content publishing',
      where: 'https://developers.facebook.com/docs/instagram-platform/content-publishing',
      asOf: '2026-11',
    },
  },
  renewal: longLivedTokenRenewal('/refresh_access_token', 'ig_refresh_token', access.app.renewsAheadDays),
  badge: { letters: 'Ig', color: '#b32d6b' },
};
