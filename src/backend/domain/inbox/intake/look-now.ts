import { setTimeout as wait } from 'node:timers/promises';
import type { Platform } from '../../../../contract/platforms.js';
import type { Services } from '../../../operations/services.js';
import { inList } from '../../../store/queries/in-list.js';

/** How long a look that is being made is waited for: 5 s in all. */
const WAIT_MS = 100;
const MAX_WAITS = 50;

/**
 * Looks now at what is new for the real accounts of a network. The look itself and its budget stay the usual ones. One
 * that is being made is waited for, since it may have missed what is new; one that is retried after a failure keeps its
 * time.
 */
export async function lookNow(
  { store, clock, wakeIntake }: Pick<Services, 'store' | 'clock' | 'wakeIntake'>,
  platform: Platform,
): Promise<void> {
  const accounts = await store.db
    .selectFrom('accounts')
    .select('id')
    .where('platform', '=', platform)
    .where('simulated', '=', 0)
    .execute();
  let waiting = accounts.map(({ id }) => `news_${id}`);
  for (let waits = 0; waiting.length > 0 && waits <= MAX_WAITS; waits += 1) {
    if (waits > 0) await wait(WAIT_MS);
    waiting = await store.write(async (trx) => {
      const now = clock.now();
      await trx
        .updateTable('inbox_notices')
        .set({ due_at: now, wake_at: now })
        .where('id', 'in', inList(waiting))
        .where('lease_until', 'is', null)
        .where('attempt', '=', 0)
        .execute();
      const leased = await trx
        .selectFrom('inbox_notices')
        .select('id')
        .where('id', 'in', inList(waiting))
        .where('lease_until', 'is not', null)
        .execute();
      return leased.map(({ id }) => id);
    });
    wakeIntake();
  }
}
