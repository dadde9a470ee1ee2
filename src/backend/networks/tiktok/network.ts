import type { Network } from '../network.js';
import { clientId, clientSecret, refreshTokenRenewal } from '../renewal/renewal-requests.js';
import { tiktokAdapter } from './adapter.js';
import { tiktokErrors } from './errors.js';

export const tiktok: Network = {
  adapter: tiktokAdapter,
  errors: tiktokErrors,
  renewal: refreshTokenRenewal('/v2/oauth/token/', (credentials) => ({
    client_key: clientId(credentials),
    client_secret: clientSecret(credentials),
  })),
  badge: { letters: 'Tt', color: '#1a1a1d' },
};
