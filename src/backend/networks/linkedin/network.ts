import type { Network } from '../network.js';
import { clientIdAndSecret, refreshTokenRenewal } from '../renewal/renewal-requests.js';
import { linkedinAdapter } from './adapter.js';
import { linkedinErrors } from './errors.js';

export const linkedin: Network = {
  adapter: linkedinAdapter,
  errors: linkedinErrors,
  renewal: refreshTokenRenewal('https://www.linkedin.com/oauth/v2/accessToken', clientIdAndSecret),
  badge: { letters: 'in', color: '#0a5fae' },
};
