import { sql } from 'kysely';
import type { Store } from '../../store/store.js';
import { restartedWait } from '../../store/workspace-clock.js';

/**
 * Brings nearer what was written down by a wall clock that has been set back since: a lease ends when it can end at
 * the latest, and whoever waits begins his pause anew, so that no receiver waits as long as the clock was set back.
 *
 * @param now system time
 * @param lease how long a lease lasts, in milliseconds
 */
export async function shortenSetBackDeliveries(store: Store, now: number, lease: number): Promise<void> {
  const latest = now + lease;
  const present = sql<number>`coalesce(workspaces.clock_frozen_at, ${now} + workspaces.clock_offset_ms)`;
  const written = sql<number>`coalesce(webhook_deliveries.last_attempt_at, webhook_deliveries.created_at)`;
  const rows = await store.db
    .selectFrom('webhook_deliveries')
    .innerJoin('workspaces', 'workspaces.id', 'webhook_deliveries.workspace_id')
    .select(['webhook_deliveries.id', 'attempts', 'due_at', 'lease_until', 'last_attempt_at'])
    .select([written.as('updated_at'), 'clock_offset_ms', 'clock_frozen_at'])
    .where('webhook_deliveries.workspace_id', 'in', (all) => all.selectFrom('workspaces').select('id'))
    .where(sql<boolean>`webhook_deliveries.status = 'pending'`)
    .where((where) =>
      where.or([
        where('lease_until', '>', latest),
        where.and([where('lease_until', 'is', null), where(written, '>', present)]),
      ]),
    )
    .execute();
  if (rows.length === 0) return;
  await store.write(async (trx) => {
    for (const row of rows) {
      await trx
        .updateTable('webhook_deliveries')
        .set(row.lease_until === null ? waitsAnew(row, now) : { lease_until: latest, wake_at: latest })
        .where('id', '=', row.id)
        .where('status', '=', 'pending')
        .where('attempts', '=', row.attempts)
        .where('lease_until', row.lease_until === null ? 'is' : '=', row.lease_until)
        .execute();
    }
  });
}

function waitsAnew(
  row: Parameters<typeof restartedWait>[0] & { last_attempt_at: number | null },
  now: number,
) {
  const { due_at, wake_at, updated_at } = restartedWait(row, now);
  return { due_at, wake_at, ...(row.last_attempt_at !== null && { last_attempt_at: updated_at }) };
}
