import type { PostStatus } from '../../../../contract/posts/status.js';
import { prepared } from '../../../store/queries/prepared.js';
import type { Queries } from '../../../store/store.js';
import { DUPLICATE_WINDOW_MS } from '../fingerprint.js';

export interface Duplicate {
  readonly postId: string;
  readonly status: PostStatus;
}

/** Content to publish to an account, and when. */
export interface PlannedContent {
  readonly accountId: string;
  readonly fingerprint: string;
  /** Workspace time, epoch milliseconds. */
  readonly at: number;
}

/**
 * Finds a post with the same content on the same account within 24 hours. Drafts and cancelled, failed or deleted targets do
 * not count.
 *
 * @param except the id of the post being checked
 */
export async function findDuplicate(
  db: Queries,
  wanted: readonly PlannedContent[],
  except?: string,
): Promise<Duplicate | null> {
  if (wanted.length === 0) return null;
  const windows = wanted.map(({ accountId, fingerprint, at }) => ({
    accountId,
    fingerprint,
    after: at - DUPLICATE_WINDOW_MS,
    before: at + DUPLICATE_WINDOW_MS,
  }));
  const [only] = windows;
  if (windows.length === 1 && only && except === undefined) return (await sameInWindow(db, only))[0] ?? null;
  const row = await sameInWindows(db, windows)
    .$if(except !== undefined, (query) => query.where('posts.id', '!=', except ?? ''))
    .executeTakeFirst();
  return row ?? null;
}

/** The time range in which the same content is a duplicate. Workspace time, epoch milliseconds. */
interface Window {
  readonly accountId: string;
  readonly fingerprint: string;
  readonly after: number;
  readonly before: number;
}

/** Prepared, because nearly every post has one target. */
const sameInWindow = prepared((db, window: Window) => sameInWindows(db, [window]));

function sameInWindows(db: Queries, windows: readonly Window[]) {
  return db
    .selectFrom('targets')
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .select(['posts.id as postId', 'posts.status'])
    .where((where) => {
      const goesOut = where.fn.coalesce('targets.published_at', 'targets.due_at', 'targets.scheduled_at');
      return where.or(
        windows.map(({ accountId, fingerprint, after, before }) =>
          where.and([
            where('account_id', '=', accountId),
            where('fingerprint', '=', fingerprint),
            where(goesOut, '>', after),
            where(goesOut, '<', before),
          ]),
        ),
      );
    })
    .where('posts.status', '!=', 'draft')
    .where('targets.status', 'not in', ['cancelled', 'failed', 'deleted'])
    .orderBy('posts.id', 'desc')
    .limit(1);
}
