import type { PostriderClient } from '../client/client.js';
import { type Commits, lookUntil } from './commits.js';
import { isMeant, queryOf } from './matching.js';
import { notSeen } from './not-seen.js';
import type { PostMatch, SeenPost, SeenPosts } from './test-backend.js';

/** Default timeout in milliseconds: shorter than the default of test runners, so that this error is the one reported. */
export const PATIENCE_MS = 4000;

const PAGE = 100;

/** The posts on a workspace's simulated networks. */
export function seenPostsOf(client: PostriderClient, commits: Commits): SeenPosts {
  const search = async (match: PostMatch = {}): Promise<readonly SeenPost[]> => {
    const found: SeenPost[] = [];
    for await (const post of client.testOutbox.list({ ...queryOf(match), limit: PAGE })) {
      if (isMeant(post, match)) found.push(post);
    }
    return found;
  };
  return {
    search,
    count: async (match) => (await search(match)).length,
    waitFor: async ({ timeoutMs = PATIENCE_MS, ...match } = {}) => {
      const seen = await lookUntil(commits, timeoutMs, async () => (await search(match)).at(0) ?? null);
      if (seen !== null) return seen;
      throw await notSeen(client, match, timeoutMs, await search());
    },
  };
}
