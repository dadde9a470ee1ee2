import { sql } from 'kysely';
import type { Store } from '../store/store.js';
import { restartedWait } from '../store/workspace-clock.js';
import { type DueTable, hasClaimedStatus, workspaceTimeOf } from './due-table.js';

interface StartedRow {
  readonly id: string;
  readonly attempt: number;
  readonly lease_until: number | null;
  readonly due_at: number | null;
  /** When its wait began. */
  readonly updated_at: number;
  readonly clock_offset_ms: number;
  readonly clock_frozen_at: number | null;
}

/**
 * Corrects what was written before the wall clock was set back, so that nothing waits for as long as the clock went
 * back. A lease that ends later than any lease can is shortened; its holder, if alive, gives it up by the monotonic
 * clock before that. A retry or a reconciliation restarts its pause: it was written at a time that has not come yet,
 * so a second process finds it corrected.
 *
 * @param now system time
 * @param lease how long a lease lasts, in milliseconds
 */
export async function clampAfterClockRollback(
  store: Store,
  table: DueTable,
  now: number,
  lease: number,
): Promise<void> {
  const latest = now + lease;
  const name = sql.table(table.name);
  const attempt = sql.ref(`${table.name}.${table.attempt}`);
  const { rows } = await sql<StartedRow>`select ${name}.id, ${attempt} as attempt, lease_until, due_at,
      ${table.waitingSince} as updated_at, clock_offset_ms, clock_frozen_at
    from ${name} inner join workspaces on workspaces.id = ${name}.workspace_id
    where ${table.startedRows} and (lease_until > ${latest}
      or (lease_until is null and ${table.waitingSince} > ${workspaceTimeOf(table.name, now)}))`.execute(
    store.db,
  );
  if (rows.length === 0) return;
  await store.write(async (trx) => {
    for (const row of rows) {
      const changes = row.lease_until === null ? restarted(table, row, now) : shortened(latest);
      await sql`update ${name} set ${changes}
        where id = ${row.id} and ${hasClaimedStatus(table)} and ${sql.ref(table.attempt)} = ${row.attempt}
          and lease_until is not distinct from ${row.lease_until}`.execute(trx);
    }
  });
}

function shortened(latest: number) {
  return sql`lease_until = ${latest}, wake_at = ${latest}`;
}

function restarted({ writtenColumn }: DueTable, row: StartedRow, now: number) {
  const { due_at, wake_at, updated_at } = restartedWait(row, now);
  const written = sql.ref(writtenColumn);
  return sql`due_at = ${due_at}, wake_at = ${wake_at},
    ${written} = case when ${written} is not null then cast(${updated_at} as bigint) end`;
}
