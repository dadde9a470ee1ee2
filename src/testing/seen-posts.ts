import type { PostriderClient } from '../client/client.js';
import { idOf, withAt } from './accounts.js';
import { type Commits, lookUntil } from './commits.js';
import { notSeen } from './not-seen.js';
import type { PostMatch, SeenPost, SeenPosts } from './test-backend.js';

/** How long to wait unless told, in milliseconds: shorter than test runners wait for a test, so that ours is heard. */
export const PATIENCE_MS = 4000;

const PAGE = 100;

/** What the readers of a workspace's simulated networks see. */
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

function queryOf({ platform, account }: PostMatch) {
  return {
    ...(platform !== undefined && { platform }),
    ...(account !== undefined && { accountId: idOf(account) }),
  };
}

function isMeant(post: SeenPost, { handle, text }: PostMatch): boolean {
  if (handle !== undefined && post.handle !== withAt(handle)) return false;
  if (text === undefined) return true;
  // `test` of an expression with the flag g goes on from where it was.
  return typeof text === 'string' ? post.text.includes(text) : post.text.search(text) >= 0;
}
