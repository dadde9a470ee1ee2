import type { Network } from '../network.js';
import { facebookAdapter } from './adapter.js';
import { facebookErrors } from './errors.js';

/** Page tokens do not expire. */
export const facebook: Network = {
  adapter: facebookAdapter,
  errors: facebookErrors,
  badge: { letters: 'Fb', color: '#2256b8' },
};
