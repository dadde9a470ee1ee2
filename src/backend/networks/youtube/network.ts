import type { Network } from '../network.js';
import { clientIdAndSecret, refreshTokenRenewal } from '../renewal/renewal-requests.js';
import { youtubeAdapter } from './adapter.js';
import { youtubeErrors } from './errors.js';

export const youtube: Network = {
  adapter: youtubeAdapter,
  errors: youtubeErrors,
  renewal: refreshTokenRenewal('https://oauth2.googleapis.com/token', clientIdAndSecret),
  badge: { letters: 'Yt', color: '#c21f14' },
};
