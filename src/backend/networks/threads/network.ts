import { threads as access } from '../../../networks/access/threads.js';
import type { Network } from '../network.js';
import { longLivedTokenRenewal } from '../renewal/renewal-requests.js';
import { threadsAdapter } from './adapter.js';
import { threadsConnector } from './connect.js';
import { threadsErrors } from './errors.js';
import { threadsNotices } from './notices.js';

export const threads: Network = {
  adapter: threadsAdapter,
  errors: threadsErrors,
  connector: threadsConnector,
  notices: threadsNotices,
  hosts: {
    api: 'https://graph.threads.com',
    web: 'https://www.threads.com',
    trusted: [],
    source: {
      title: 'Threads API Reference',
      where: 'https://developers.facebook.com/documentation/threads/reference',
      asOf: '2025-10-17',
    },
  },
  renewal: longLivedTokenRenewal('/refresh_access_token', 'th_refresh_token', access.app.renewsAheadDays),
  replyField: ['reply_to_id'],
  badge: { letters: 'Th', color: '#26262a' },
};
