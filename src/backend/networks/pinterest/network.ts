import type { Network } from '../network.js';
import { clientId, clientSecret, refreshTokenRenewal } from '../renewal/renewal-requests.js';
import { pinterestAdapter } from './adapter.js';
import { pinterestErrors } from './errors.js';

export const pinterest: Network = {
  adapter: pinterestAdapter,
  errors: pinterestErrors,
  hosts: {
    // Videos go to a storage that refuses requests with a token.
    api: 'https://api.pinterest.com',
    web: 'https://www.pinterest.com',
    trusted: [],
    source: {
      title: 'Pinterest OpenAPI description 5.23: servers',
      where: 'pinterest/api-description v5/openapi.yaml',
      asOf: '2026-11',
    },
  },
  renewal: refreshTokenRenewal(
    '/v5/oauth/token',
    () => ({}),
    (credentials) => ({
      authorization: `Basic ${Buffer.from(`${clientId(credentials)}:${clientSecret(credentials)}`).toString('base64')}`,
    }),
  ),
  badge: { letters: 'Pi', color: '#ad1722' },
};
