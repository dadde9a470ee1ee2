import type { Network } from '../network.js';
import { longLivedTokenRenewal } from '../renewal/renewal-requests.js';
import { instagramAdapter } from './adapter.js';
import { instagramErrors } from './errors.js';

export const instagram: Network = {
  adapter: instagramAdapter,
  errors: instagramErrors,
  renewal: longLivedTokenRenewal('/refresh_access_token', 'ig_refresh_token'),
  badge: { letters: 'Ig', color: '#b32d6b' },
};
