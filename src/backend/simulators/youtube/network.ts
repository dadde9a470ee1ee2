import type { SimulatedNetwork } from '../simulated-network.js';
import { youtubeSimulator } from './simulator.js';

export const youtube: SimulatedNetwork = {
  simulator: youtubeSimulator,
  page: async () => (await import('./page.js')).youtubePage,
  demoAccount: { handle: 'FernhillCoffee', networkUserId: 'UCfernhill0Cq9vT3xWm5sRz', renewable: true },
  networkUserIdOf: (name) => `UC${name.replaceAll('-', '').padEnd(22, '0').slice(0, 22)}`,
};
