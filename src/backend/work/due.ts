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
 *
 * @param now system time; a clock that stands still is where it is
 * @param ahead by how many milliseconds what has not been tried yet is claimed before its time
 */
export function mayBeClaimed(
  now: number,
  rescue: boolean,
  table: 'targets' | 'sends' = 'targets',
  ahead = 0,
): RawBuilder<boolean> {
  const lease = sql.ref(`${table}.lease_until`);
  const dueAt = sql.ref(`${table}.due_at`);
  const inTime = sql`${dueAt} <= ${workspaceTimeOf(table, now)}`;
  const soon = sql`(${sql.ref(`${table}.status`)} = 'pending' and ${dueAt} <= ${workspaceTimeOf(table, now + ahead)})`;
  const due = sql`(${lease} is null and ${ahead > 0 ? sql`(${inTime} or ${soon})` : inTime})`;
  return rescue ? sql`(${due} or ${lease} <= ${now})` : sql`${due}`;
}
