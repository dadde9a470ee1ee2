import { sql } from 'kysely';
import type { Store } from '../../store/store.js';
import { restartedWait } from '../../store/workspace-clock.js';
import { workspaceTimeOf } from '../../work/due.js';

/** A wall clock that was set back leaves leases that end later than any lease can. */
export async function shortenImpossibleSendLeases(store: Store, now: number, lease: number): Promise<void> {
  const latest = now + lease;
  const row = await store.db
    .selectFrom('sends')
    .select('id')
    .where('lease_until', '>', latest)
    .where('wake_at', '>', latest)
    .limit(1)
    .executeTakeFirst();
  if (!row) return;
  await store.write((trx) =>
    trx
      .updateTable('sends')
      .set({ lease_until: latest, wake_at: latest })
      .where('lease_until', '>', latest)
      .execute(),
  );
}

/**
 * Brings nearer what was written down by a wall clock that has been set back since, as targets are: it begins its
 * pause anew.
 *
 * @param now system time
 */
export async function shortenSetBackSends(store: Store, now: number): Promise<void> {
  const waits = await store.db
    .selectFrom('sends')
    .innerJoin('workspaces', 'workspaces.id', 'sends.workspace_id')
    .select(['sends.id', 'sends.attempt', 'sends.due_at', 'sends.updated_at'])
    .select(['workspaces.clock_offset_ms', 'workspaces.clock_frozen_at'])
    .where('sends.workspace_id', 'in', (all) => all.selectFrom('workspaces').select('workspaces.id'))
    .where(sql<boolean>`sends.status = 'sending'`)
    .where('sends.lease_until', 'is', null)
    .where('sends.updated_at', '>', workspaceTimeOf('sends', now))
    .execute();
  if (waits.length === 0) return;
  await store.write(async (trx) => {
    for (const wait of waits) {
      await trx
        .updateTable('sends')
        .set(restartedWait(wait, now))
        .where('id', '=', wait.id)
        .where('attempt', '=', wait.attempt)
        .where('status', '=', 'sending')
        .where('lease_until', 'is', null)
        .where('updated_at', '=', wait.updated_at)
        .execute();
    }
  });
}
