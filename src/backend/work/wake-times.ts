import { type RawBuilder, sql } from 'kysely';
import type { WorkspaceRow } from '../store/schema.js';
import type { Store, Write } from '../store/store.js';

/**
 * Makes `wake_at` of a workspace's waiting targets and sends follow from `due_at` and its clock, after the clock was
 * moved or they were written by the system's.
 *
 * @param systemNow epoch milliseconds
 */
export async function alignWakeTimes(
  trx: Write,
  workspace: Pick<WorkspaceRow, 'id' | 'clock_offset_ms' | 'clock_frozen_at'>,
  systemNow: number,
): Promise<void> {
  const { clock_frozen_at: frozenAt, clock_offset_ms: offset } = workspace;
  const wake =
    frozenAt === null
      ? sql<number | null>`due_at - ${offset}`
      : sql<
          number | null
        >`case when due_at <= ${frozenAt} then case when wake_at < ${systemNow} then wake_at else ${systemNow} end end`;
  await trx
    .updateTable('targets')
    .set({ wake_at: wake })
    .where('post_id', 'in', waitingPosts(workspace.id))
    .where('status', 'in', ['pending', 'publishing'])
    .where('lease_until', 'is', null)
    .where('due_at', 'is not', null)
    .where(sql<boolean>`wake_at is distinct from ${wake}`)
    .execute();
  await trx
    .updateTable('sends')
    .set({ wake_at: wake })
    .where('workspace_id', '=', workspace.id)
    .where(sql<boolean>`status = 'sending'`)
    .where('lease_until', 'is', null)
    .where('due_at', 'is not', null)
    .where(sql<boolean>`wake_at is distinct from ${wake}`)
    .execute();
}

/** The posts of a workspace of which something may be due some day: of however many, those that are not over. */
export function waitingPosts(workspaceId: string): RawBuilder<string> {
  return sql`(select id from posts where workspace_id = ${workspaceId} and status in ('scheduled', 'queued', 'publishing', 'unknown'))`;
}

/** The same for every workspace whose clock is not the system's: sandboxes in which somebody tests. */
export async function alignMovedWorkspaces(store: Store, systemNow: number): Promise<void> {
  const moved = await store.db
    .selectFrom('workspaces')
    .select(['id', 'clock_offset_ms', 'clock_frozen_at'])
    .where((where) => where.or([where('clock_offset_ms', '!=', 0), where('clock_frozen_at', 'is not', null)]))
    .execute();
  if (moved.length === 0) return;
  await store.write(async (trx) => {
    for (const workspace of moved) await alignWakeTimes(trx, workspace, systemNow);
  });
}
