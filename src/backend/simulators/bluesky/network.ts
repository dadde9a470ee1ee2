import type { SimulatedNetwork } from '../simulated-network.js';
import { blueskySimulator } from './simulator.js';

export const bluesky: SimulatedNetwork = {
  simulator: blueskySimulator,
  page: async () => (await import('./page.js')).blueskyPage,
  demoAccount: {
    handle: 'fernhill.example',
    networkUserId: 'did:plc:fernhi4lc3offee5roasters',
    renewable: true,
  },
  handleOf: (name) => `${name}.example`,
  networkUserIdOf: (name) =>
    `did:plc:${name
      .replace(/[^a-z2-7]/g, '')
      .padEnd(24, 'a')
      .slice(0, 24)}`,
};
