import { systemClock } from '../../base/clock.js';
import type { Store } from '../../store/store.js';

/** How long a network may take to renew access, in milliseconds. */
export const RENEWAL_LIMIT_MS = 30_000;
/** Longer than a renewal takes, storing its result included, so that only a process that has ended loses its lease. */
const LEASE_MS = 2 * RENEWAL_LIMIT_MS;

/**
 * Holds an account for this process, so that no two processes use up one refresh token: networks take a repeated one for a
 * theft, and end all access.
 *
 * @returns ends the lease; null: another process has it
 */
export async function holdRenewal(store: Store, accountId: string): Promise<(() => Promise<void>) | null> {
  const now = systemClock.now();
  const until = now + LEASE_MS;
  const { numUpdatedRows } = await store.write((trx) =>
    trx
      .updateTable('accounts')
      .set({ renewing_until: until })
      .where('id', '=', accountId)
      .where((where) =>
        where.or([
          where('renewing_until', 'is', null),
          where('renewing_until', '<=', now),
          // A clock that was set back must not lock the account for longer than two leases. Two, because a process that
          // has read the clock earlier may ask later.
          where('renewing_until', '>', until + LEASE_MS),
        ]),
      )
      .executeTakeFirstOrThrow(),
  );
  if (numUpdatedRows !== 1n) return null;
  return async () => {
    await store.write((trx) =>
      trx
        .updateTable('accounts')
        .set({ renewing_until: null })
        .where('id', '=', accountId)
        .where('renewing_until', '=', until)
        .execute(),
    );
  };
}
