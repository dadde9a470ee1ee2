import type { PostriderClient } from '../client/client.js';
import type { TestChaos } from './test-backend.js';

/** Simulated failures in a workspace, controlled through the API. */
export function chaosOf(client: PostriderClient): TestChaos {
  return {
    network: async (does, limits = {}) => client.testFaults.set({ on: 'network', does, ...limits }),
    api: async (does, limits = {}) => client.testFaults.set({ on: 'api', does, ...limits }),
    list: async () => (await client.testFaults.list()).data,
    calm: async () => {
      await client.testFaults.clear();
    },
  };
}
