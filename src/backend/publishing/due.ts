import { type RawBuilder, sql } from 'kysely';

/**
 * The present time of the workspace that a row belongs to, in the database's words. The row's table must have
 * a `workspace_id`.
 *
 * @param table the row's table
 * @param now system time, epoch milliseconds
 */
export function workspaceTimeOf(table: 'targets' | 'posts' | 'sends', now: number): RawBuilder<number> {
  return sql`(select coalesce(w.clock_frozen_at, ${now} + w.clock_offset_ms)
    from workspaces w where w.id = ${sql.ref(`${table}.workspace_id`)})`;
}

/**
 * Whether a target or a send whose `wake_at` has come is to be claimed: it is due in its workspace's time, or
 * whoever claimed it let its lease run out. One that was given its `wake_at` before somebody stopped the clock
 * is not.
 */
export function mayBeClaimed(
  now: number,
  rescue: boolean,
  table: 'targets' | 'sends' = 'targets',
): RawBuilder<boolean> {
  const lease = sql.ref(`${table}.lease_until`);
  const due = sql`(${lease} is null and ${sql.ref(`${table}.due_at`)} <= ${workspaceTimeOf(table, now)})`;
  return rescue ? sql`(${due} or ${lease} is not null)` : sql`${due}`;
}
