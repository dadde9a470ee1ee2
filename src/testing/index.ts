/** `postrider/testing`: a whole backend in memory, for the tests of programs that use Postrider. */
import { startTestBackend } from './start.js';
import type { BackendOptions, TestBackend } from './test-backend.js';

/**
 * Starts a backend in memory, on a free port, with simulated networks: nothing leaves this machine.
 *
 * @example
 * const backend = await startBackend({ frozenAt: '2026-12-01T08:00:00Z' });
 * await backend.client.posts.create({ platform: 'x', text: 'Launch!', scheduledAt: '2026-12-01T09:00:00Z' });
 * await backend.clock.advance({ hours: 1 });
 * await backend.posts.waitFor({ platform: 'x', text: /launch/i });
 * await backend.stop();
 *
 * @throws RangeError for an invalid option
 */
export function startBackend(options: BackendOptions = {}): Promise<TestBackend> {
  return startTestBackend(options);
}

export { NotSeenError } from './not-seen.js';
export type {
  AccountInput,
  BackendOptions,
  Duration,
  EventOf,
  FaultLimits,
  PostMatch,
  SeenAnswer,
  SeenAnswers,
  SeenPost,
  SeenPosts,
  TestAccounts,
  TestBackend,
  TestChaos,
  TestClock,
  TestComments,
  TestEvents,
  TestMessages,
  TestWorkspace,
  WorkspaceOptions,
} from './test-backend.js';
