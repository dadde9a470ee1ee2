import type { Queries, Write } from '../../store/store.js';
import type { CommentRow } from '../../store/tables/inbox-rows.js';

export function findComment(db: Queries, workspaceId: string, id: string): Promise<CommentRow | undefined> {
  return db
    .selectFrom('comments')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Your own replies to comments, oldest first. */
export async function ownRepliesTo(
  db: Queries,
  parentIds: readonly string[],
): Promise<ReadonlyMap<string, CommentRow[]>> {
  if (parentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('comments')
    .selectAll()
    .where('parent_id', 'in', [...parentIds])
    .where('is_own', '=', 1)
    .where('state', '!=', 'deleted')
    .orderBy('created_at')
    .orderBy('seq')
    .execute();
  return groupedByParent(rows);
}

/** How many direct replies each of these comments has. */
export async function replyCounts(
  db: Queries,
  parentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (parentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('comments')
    .select(['parent_id', ({ fn }) => fn.countAll<number>().as('amount')])
    .where('parent_id', 'in', [...parentIds])
    .where('state', '!=', 'deleted')
    .groupBy('parent_id')
    .execute();
  return new Map(rows.map((row) => [row.parent_id ?? '', Number(row.amount)]));
}

function groupedByParent(rows: readonly CommentRow[]): Map<string, CommentRow[]> {
  const groups = new Map<string, CommentRow[]>();
  for (const row of rows) {
    const parent = row.parent_id ?? '';
    groups.set(parent, [...(groups.get(parent) ?? []), row]);
  }
  return groups;
}

/** Your reply to a comment that was sent, or may have been: another one is a duplicate. */
export function answerTo(db: Queries, commentId: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('comments')
    .select('id')
    .where('parent_id', '=', commentId)
    .where('is_own', '=', 1)
    .where('state', '!=', 'deleted')
    .where((where) => where.or([where('status', 'is', null), where('status', '!=', 'failed')]))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Recomputes whether a comment awaits a reply.
 *
 * @param id the id of a reply to the comment, or with `itself` of the comment
 */
export async function refreshAwaiting(
  trx: Write,
  id: string,
  which: 'parent' | 'itself' = 'parent',
): Promise<void> {
  const row = await trx.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst();
  const commentId = which === 'itself' ? id : row?.parent_id;
  if (!commentId) return;
  const comment = await trx.selectFrom('comments').selectAll().where('id', '=', commentId).executeTakeFirst();
  if (!comment) return;
  const answered = comment.private_message_id !== null || (await answerTo(trx, commentId)) !== undefined;
  const awaiting = comment.is_own === 0 && comment.state !== 'deleted' && !answered ? 1 : 0;
  if (awaiting === comment.awaiting) return;
  await trx.updateTable('comments').set({ awaiting }).where('id', '=', commentId).execute();
}
