import type { Network } from '../network.js';
import { clientId, refreshTokenRenewal } from '../renewal/renewal-requests.js';
import { xAdapter } from './adapter.js';
import { xErrors } from './errors.js';

export const x: Network = {
  adapter: xAdapter,
  errors: xErrors,
  renewal: refreshTokenRenewal('/2/oauth2/token', (credentials) => ({ client_id: clientId(credentials) })),
  replyField: ['reply', 'in_reply_to_tweet_id'],
  badge: { letters: 'X', color: '#14171a' },
};
