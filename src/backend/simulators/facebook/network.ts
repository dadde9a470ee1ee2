import type { SimulatedNetwork } from '../simulated-network.js';
import { facebookSimulator } from './simulator.js';

export const facebook: SimulatedNetwork = {
  simulator: facebookSimulator,
  page: async () => (await import('./page.js')).facebookPage,
  demoAccount: { handle: 'fernhillcoffee', networkUserId: '104862759130844' },
};
