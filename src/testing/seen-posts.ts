import type { PostriderClient } from '../client/client.js';
import { type Commits, pollUntil } from './commits.js';
import { isMatch, queryOf } from './matching.js';
import { notSeen } from './not-seen.js';
import type { PostMatch, SeenPost, SeenPosts } from './test-backend.js';

/** Shorter than the default timeout of test runners, so that this error is the one they report. */
export const DEFAULT_TIMEOUT_MS = 4000;

const MAX_PAGE_SIZE = 100;

/** The posts on a workspace's simulated networks. */
export function seenPostsOf(client: PostriderClient, commits: Commits): SeenPosts {
  const search = async (match: PostMatch = {}): Promise<readonly SeenPost[]> => {
    const found: SeenPost[] = [];
    for await (const post of client.testOutbox.list({ ...queryOf(match), limit: MAX_PAGE_SIZE })) {
      if (isMatch(post, match)) found.push(post);
    }
    return found;
  };
  return {
    search,
    count: async (match) => (await search(match)).length,
    waitFor: async ({ timeoutMs = DEFAULT_TIMEOUT_MS, ...match } = {}) => {
      const seen = await pollUntil(commits, timeoutMs, async () => (await search(match)).at(0) ?? null);
      if (seen !== null) return seen;
      throw await notSeen(client, match, timeoutMs, await search());
    },
  };
}
