import { x as access } from '../../../networks/access/x.js';
import type { Network } from '../network.js';
import { appRenewal } from '../renewal/renewal-requests.js';
import { xAdapter } from './adapter.js';
import { xConnector } from './connect.js';
import { xErrors } from './errors.js';
import { xNotices } from './notices.js';

export const x: Network = {
  adapter: xAdapter,
  errors: xErrors,
  connector: xConnector,
  notices: xNotices,
  hosts: {
    api: 'https://api.x.com',
    web: 'https://x.com',
    trusted: [],
    source: {
      title: 'X API v2 OpenAPI description 2.167: servers',
      where: 'https://api.x.com/2/openapi.json',
      asOf: '2026-08',
    },
  },
  renewal: appRenewal('/2/oauth2/token', access.app),
  replyField: ['reply', 'in_reply_to_tweet_id'],
  badge: { letters: 'X', color: '#14171a' },
};
