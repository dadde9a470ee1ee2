import type { Network } from '../network.js';
import { longLivedTokenRenewal } from '../renewal/renewal-requests.js';
import { threadsAdapter } from './adapter.js';
import { threadsErrors } from './errors.js';

export const threads: Network = {
  adapter: threadsAdapter,
  errors: threadsErrors,
  renewal: longLivedTokenRenewal('/refresh_access_token', 'th_refresh_token'),
  replyField: ['reply_to_id'],
  badge: { letters: 'Th', color: '#26262a' },
};
