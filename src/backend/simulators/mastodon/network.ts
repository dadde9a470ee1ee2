import type { SimulatedNetwork } from '../simulated-network.js';
import { mastodonSimulator } from './simulator.js';

export const mastodon: SimulatedNetwork = {
  simulator: mastodonSimulator,
  page: async () => (await import('./page.js')).mastodonPage,
  demoAccount: { handle: 'fernhill', networkUserId: '109302845561127043' },
};
