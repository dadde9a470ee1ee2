import { sql } from 'kysely';
import type { CommentState } from '../../contract/comments.js';
import type { Platform } from '../../contract/platforms.js';
import type { Queries } from '../store/store.js';

export interface CommentFilter {
  readonly workspaceId: string;
  readonly postId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly platform?: readonly Platform[] | undefined;
  readonly unanswered?: boolean | undefined;
  readonly unread?: boolean | undefined;
  /** Epoch milliseconds of workspace time. */
  readonly since?: number | null;
  readonly state?: readonly CommentState[] | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  /** Where the page before ended. */
  readonly after: readonly [createdAt: number, seq: number] | null;
  readonly limit: number;
}

/** What lists show unless told. */
const SHOWN: readonly CommentState[] = ['visible', 'hidden'];

/**
 * Comments of lists, by time. Flags are written into the statement, not bound: that is how the database sees
 * that its partial indexes serve.
 */
export function commentsQuery(db: Queries, filter: CommentFilter) {
  const { postId, accountId, platform, unanswered, unread, since, state = SHOWN, order = 'desc' } = filter;
  let found = db
    .selectFrom('comments')
    .selectAll()
    .where('workspace_id', '=', filter.workspaceId)
    .where(sql<boolean>`listed = 1`)
    .where('state', 'in', [...state]);
  if (postId !== undefined) found = found.where('post_id', '=', postId);
  if (accountId !== undefined) found = found.where('account_id', '=', accountId);
  if (platform) found = found.where('platform', 'in', [...platform]);
  if (unanswered !== undefined) found = found.where(sql<boolean>`awaiting = ${sql.lit(unanswered ? 1 : 0)}`);
  if (unread !== undefined) found = found.where(sql<boolean>`unread = ${sql.lit(unread ? 1 : 0)}`);
  if (typeof since === 'number') found = found.where('created_at', '>=', since);
  if (filter.after) {
    const [createdAt, seq] = filter.after;
    found = found.where((where) =>
      where(where.refTuple('created_at', 'seq'), order === 'asc' ? '>' : '<', where.tuple(createdAt, seq)),
    );
  }
  return found.orderBy('created_at', order).orderBy('seq', order).limit(filter.limit);
}
