import type { SimulatedNetwork } from '../simulated-network.js';
import { linkedinSimulator } from './simulator.js';

export const linkedin: SimulatedNetwork = {
  simulator: linkedinSimulator,
  page: async () => (await import('./page.js')).linkedinPage,
  demoAccount: { handle: 'fernhill-coffee', networkUserId: 'urn:li:organization:90417326' },
  handleOf: (name) => name,
  networkUserIdOf: (_name, digits) => `urn:li:organization:${digits.slice(-8)}`,
};
