import { postsBeingPublished } from '../../store/post-status.js';
import type { Store } from '../../store/store.js';
import { restartedWait } from '../../store/workspace-clock.js';
import { workspaceTimeOf } from '../../work/due.js';

/**
 * Brings waits nearer that were written down by a wall clock that has been set back since: what is tried again, or
 * looked into, begins its pause anew, and does not wait as long as the clock was set back. Such a row was written at
 * an instant that has not come yet; whoever comes second finds it mended.
 *
 * @param now system time
 */
export async function shortenSetBackWaits(store: Store, now: number): Promise<void> {
  const waits = await store.db
    .selectFrom('targets')
    .innerJoin('workspaces', 'workspaces.id', 'targets.workspace_id')
    .select(['targets.id', 'targets.attempt', 'targets.due_at', 'targets.updated_at'])
    .select(['workspaces.clock_offset_ms', 'workspaces.clock_frozen_at'])
    .where('targets.post_id', 'in', postsBeingPublished(store.db))
    .where('targets.status', '=', 'publishing')
    .where('targets.lease_until', 'is', null)
    .where('targets.updated_at', '>', workspaceTimeOf('targets', now))
    .execute();
  if (waits.length === 0) return;
  await store.write(async (trx) => {
    for (const wait of waits) {
      await trx
        .updateTable('targets')
        .set(restartedWait(wait, now))
        .where('id', '=', wait.id)
        .where('attempt', '=', wait.attempt)
        .where('status', '=', 'publishing')
        .where('lease_until', 'is', null)
        .where('updated_at', '=', wait.updated_at)
        .execute();
    }
  });
}
