import type { Network } from '../network.js';
import { clientId, clientSecret, refreshTokenRenewal } from '../renewal/renewal-requests.js';
import { pinterestAdapter } from './adapter.js';
import { pinterestErrors } from './errors.js';

export const pinterest: Network = {
  adapter: pinterestAdapter,
  errors: pinterestErrors,
  renewal: refreshTokenRenewal(
    '/v5/oauth/token',
    () => ({}),
    (credentials) => ({
      authorization: `Basic ${Buffer.from(`${clientId(credentials)}:${clientSecret(credentials)}`).toString('base64')}`,
    }),
  ),
  badge: { letters: 'Pi', color: '#ad1722' },
};
