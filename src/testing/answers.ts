import type { PostriderClient } from '../client/client.js';
import type { OutboxAnswer } from '../contract/sandbox/answers.js';
import { type Commits, pollUntil } from './commits.js';
import { describeMatch, isMatch, queryOf } from './matching.js';
import { listed } from './not-seen.js';
import { DEFAULT_TIMEOUT_MS } from './seen-posts.js';
import type { SeenAnswers } from './test-backend.js';

/** The most in one page of the API. */
const MAX_PAGE_SIZE = 100;

/** Comments and messages of a workspace's accounts on the simulated networks. */
export function answersOf(
  client: PostriderClient,
  commits: Commits,
  kind: OutboxAnswer['kind'],
): SeenAnswers {
  const search: SeenAnswers['search'] = async (match = {}) => {
    const found: OutboxAnswer[] = [];
    for await (const answer of client.testAnswers.list({ kind, ...queryOf(match), limit: MAX_PAGE_SIZE })) {
      if (isMatch(answer, match)) found.push(answer);
    }
    return found;
  };
  return {
    search,
    waitFor: async ({ timeoutMs = DEFAULT_TIMEOUT_MS, ...match } = {}) => {
      const found = await pollUntil(commits, timeoutMs, async () => (await search(match)).at(0) ?? null);
      if (found !== null) return found;
      const existing = (await search()).map(
        ({ platform, handle, createdAt, text }) =>
          `${platform} ${handle} ${createdAt} ${JSON.stringify(text)}`,
      );
      const lines = [
        `No ${describeMatch(kind, match)} was sent within ${timeoutMs / 1000} s.`,
        ...listed(`Sent ${kind}s`, `No ${kind} has been sent.`, existing),
      ];
      throw new Error(lines.join('\n'));
    },
  };
}
