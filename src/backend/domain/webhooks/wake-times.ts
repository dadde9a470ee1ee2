import { sql } from 'kysely';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Queries, Write } from '../../store/store.js';

/**
 * Makes `wake_at` of a workspace's waiting deliveries follow from `due_at` and its clock, after the clock was
 * moved.
 *
 * @param systemNow epoch milliseconds
 */
export async function alignDeliveries(
  trx: Write,
  workspace: Pick<WorkspaceRow, 'id' | 'clock_offset_ms' | 'clock_frozen_at'>,
  systemNow: number,
): Promise<void> {
  const { clock_frozen_at: frozenAt, clock_offset_ms: offset } = workspace;
  const wake =
    frozenAt === null
      ? sql<number | null>`due_at - ${offset}`
      : sql<number | null>`case when due_at <= ${frozenAt} then cast(${systemNow} as bigint) end`;
  await trx
    .updateTable('webhook_deliveries')
    .set({ wake_at: wake })
    .where('workspace_id', '=', workspace.id)
    .where(sql<boolean>`status = 'pending'`)
    .where('lease_until', 'is', null)
    .where('due_at', 'is not', null)
    .execute();
}

/** Workspace time at which the next delivery is due of those that wait for the clock; null: none does. */
export async function nextDelivery(db: Queries, workspaceId: string): Promise<number | null> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.min<number | null>('due_at').as('due'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`status = 'pending'`)
    .where('lease_until', 'is', null)
    .where('wake_at', 'is', null)
    .executeTakeFirst();
  return row?.due ?? null;
}
