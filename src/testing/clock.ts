import type { PostriderClient } from '../client/client.js';
import { instantOf, secondsOf } from './instants.js';
import type { TestClock } from './test-backend.js';

/** The clock of a workspace, moved through the API. */
export function clockOf(client: PostriderClient): TestClock {
  const set = async (at: Date | string) =>
    client.testClock.move({ action: 'set', to: new Date(instantOf(at)).toISOString() });
  return {
    now: async () => new Date((await client.testClock.get()).now.utc),
    freeze: async (at) => {
      await client.testClock.move({ action: 'freeze' });
      if (at !== undefined) await set(at);
    },
    advance: async (by) => client.testClock.move({ action: 'advance', seconds: secondsOf(by) }),
    advanceTo: set,
    resume: async () => {
      await client.testClock.move({ action: 'resume' });
    },
  };
}
