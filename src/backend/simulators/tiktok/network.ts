import type { SimulatedNetwork } from '../simulated-network.js';
import { tiktokSimulator } from './simulator.js';

export const tiktok: SimulatedNetwork = {
  simulator: tiktokSimulator,
  page: async () => (await import('./page.js')).tiktokPage,
  demoAccount: { handle: 'fernhillcoffee', networkUserId: '_000fernhill7Kq2mZt1vXcR9dLwB3', renewable: true },
};
