import type { SimulatedNetwork } from '../simulated-network.js';
import { threadsSimulator } from './simulator.js';

export const threads: SimulatedNetwork = {
  simulator: threadsSimulator,
  page: async () => (await import('./page.js')).threadsPage,
  demoAccount: { handle: 'fernhill.coffee', networkUserId: '7214908563318402' },
};
