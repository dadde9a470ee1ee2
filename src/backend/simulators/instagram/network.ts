import type { SimulatedNetwork } from '../simulated-network.js';
import { instagramSimulator } from './simulator.js';

export const instagram: SimulatedNetwork = {
  simulator: instagramSimulator,
  page: async () => (await import('./page.js')).instagramPage,
  demoAccount: { handle: 'fernhill.coffee', networkUserId: '17841405822304914' },
};
