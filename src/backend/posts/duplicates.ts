import type { PostStatus } from '../../contract/post-status.js';
import type { Queries } from '../store/store.js';
import { DUPLICATE_WINDOW_MS } from './fingerprint.js';

export interface Duplicate {
  readonly postId: string;
  readonly status: PostStatus;
}

/**
 * Finds a post that has, or had, the same content on the same account within 24 hours of `at`. Drafts and
 * what was cancelled or failed do not count.
 *
 * @param targets account and fingerprint of each target of the new post
 * @param at workspace time at which the new post would go out
 */
export async function findDuplicate(
  db: Queries,
  targets: readonly { readonly accountId: string; readonly fingerprint: string }[],
  at: number,
): Promise<Duplicate | null> {
  if (targets.length === 0) return null;
  const row = await db
    .selectFrom('targets')
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .select(['posts.id as postId', 'posts.status'])
    .where((where) =>
      where.or(
        targets.map(({ accountId, fingerprint }) =>
          where.and([where('account_id', '=', accountId), where('fingerprint', '=', fingerprint)]),
        ),
      ),
    )
    .where('posts.status', '!=', 'draft')
    .where('targets.status', 'not in', ['cancelled', 'failed'])
    .where((where) => {
      const goesOut = where.fn.coalesce('targets.published_at', 'targets.scheduled_at');
      return where.and([
        where(goesOut, '>', at - DUPLICATE_WINDOW_MS),
        where(goesOut, '<', at + DUPLICATE_WINDOW_MS),
      ]);
    })
    .orderBy('posts.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
