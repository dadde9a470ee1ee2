import type { PostStatus } from '../../contract/post-status.js';
import type { Queries } from '../store/store.js';
import { DUPLICATE_WINDOW_MS } from './fingerprint.js';

export interface Duplicate {
  readonly postId: string;
  readonly status: PostStatus;
}

/** What is to go out, and when. */
export interface Wanted {
  readonly accountId: string;
  readonly fingerprint: string;
  /** Workspace time, epoch milliseconds. */
  readonly at: number;
}

/**
 * Finds a post that has, or had, the same content on the same account within 24 hours. Drafts and what was
 * cancelled or failed do not count.
 *
 * @param except the post that is asking
 */
export async function findDuplicate(
  db: Queries,
  wanted: readonly Wanted[],
  except?: string,
): Promise<Duplicate | null> {
  if (wanted.length === 0) return null;
  const row = await db
    .selectFrom('targets')
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .select(['posts.id as postId', 'posts.status'])
    .where((where) => {
      const goesOut = where.fn.coalesce('targets.published_at', 'targets.due_at', 'targets.scheduled_at');
      return where.or(
        wanted.map(({ accountId, fingerprint, at }) =>
          where.and([
            where('account_id', '=', accountId),
            where('fingerprint', '=', fingerprint),
            where(goesOut, '>', at - DUPLICATE_WINDOW_MS),
            where(goesOut, '<', at + DUPLICATE_WINDOW_MS),
          ]),
        ),
      );
    })
    .where('posts.status', '!=', 'draft')
    .where('targets.status', 'not in', ['cancelled', 'failed'])
    .$if(except !== undefined, (query) => query.where('posts.id', '!=', except ?? ''))
    .orderBy('posts.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
