import type { SimulatedNetwork } from '../simulated-network.js';
import { xSimulator } from './simulator.js';

export const x: SimulatedNetwork = {
  simulator: xSimulator,
  page: async () => (await import('./page.js')).xPage,
  demoAccount: { handle: 'fernhillcoffee', networkUserId: '1582046139275870208', renewable: true },
};
