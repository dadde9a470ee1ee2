import { postsBeingPublished } from '../../store/post-status.js';
import type { Store } from '../../store/store.js';

/**
 * Shortens leases that end later than any lease can: their holders set them before the wall clock was set
 * back. Whoever still holds one gives it up by the monotonic clock before the shortened lease ends, so nobody
 * waits for a dead process as long as the clock was set back.
 *
 * @param now system time
 * @param lease how long a lease lasts, in milliseconds
 */
export async function shortenImpossibleLeases(store: Store, now: number, lease: number): Promise<void> {
  const latest = now + lease;
  const impossible = await store.db
    .selectFrom('targets')
    .select('id')
    .where('post_id', 'in', postsBeingPublished(store.db))
    .where('lease_until', '>', latest)
    .execute();
  if (impossible.length === 0) return;
  await store.write((trx) =>
    trx
      .updateTable('targets')
      .set({ lease_until: latest, wake_at: latest })
      .where(
        'id',
        'in',
        impossible.map((target) => target.id),
      )
      .where('lease_until', '>', latest)
      .execute(),
  );
}
