import type { SimulatedNetwork } from '../simulated-network.js';
import { BOARDS } from './boards.js';
import { pinterestSimulator } from './simulator.js';

export const pinterest: SimulatedNetwork = {
  simulator: pinterestSimulator,
  page: async () => (await import('./page.js')).pinterestPage,
  demoAccount: { handle: 'fernhillcoffee', networkUserId: '872431690288154701', renewable: true },
  boards: BOARDS,
};
