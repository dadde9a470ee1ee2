import type { PostriderClient } from '../client/client.js';
import type { OutboxAnswer } from '../contract/sandbox/answers.js';
import { type Commits, lookUntil } from './commits.js';
import { inWords, isMeant, queryOf } from './matching.js';
import { listed } from './not-seen.js';
import { PATIENCE_MS } from './seen-posts.js';
import type { SeenAnswers } from './test-backend.js';

/** Comments and messages of a workspace's accounts on the simulated networks. */
export function answersOf(
  client: PostriderClient,
  commits: Commits,
  kind: OutboxAnswer['kind'],
): SeenAnswers {
  const search: SeenAnswers['search'] = async (match = {}) => {
    const { data } = await client.testAnswers.list({ kind, ...queryOf(match) });
    return data.filter((answer) => isMeant(answer, match));
  };
  return {
    search,
    waitFor: async ({ timeoutMs = PATIENCE_MS, ...match } = {}) => {
      const found = await lookUntil(commits, timeoutMs, async () => (await search(match)).at(0) ?? null);
      if (found !== null) return found;
      const there = (await search()).map(
        ({ platform, handle, createdAt, text }) =>
          `${platform} ${handle} ${createdAt} ${JSON.stringify(text)}`,
      );
      const lines = [
        `Nobody has got ${inWords(`a ${kind}`, match)} within ${timeoutMs / 1000} s.`,
        ...listed('People have', `No account has written a ${kind} at all.`, there),
      ];
      throw new Error(lines.join('\n'));
    },
  };
}
