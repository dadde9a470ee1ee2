import type { Clock } from '../clock.js';
import type { Store } from '../store/store.js';
import type { Claim } from './claim.js';
import { LEASE_MS } from './timing.js';

/**
 * This process's hold on a claimed target. It ends by the wall clock, by which other processes judge it, and
 * by the monotonic one, in case the wall clock was set back.
 */
export class Lease {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #claim: Claim;
  #wallEnd: number;
  #monotonicEnd: number;

  constructor(store: Store, clock: Clock, claim: Claim) {
    this.#store = store;
    this.#clock = clock;
    this.#claim = claim;
    const held = clock.now() - (claim.target.lease_until ?? 0) + LEASE_MS;
    this.#wallEnd = claim.target.lease_until ?? 0;
    this.#monotonicEnd = clock.monotonic() + LEASE_MS - Math.max(0, held);
  }

  /** Whether the hold lasts for so many more milliseconds. */
  lastsFor(milliseconds: number): boolean {
    return (
      this.#clock.now() + milliseconds < this.#wallEnd &&
      this.#clock.monotonic() + milliseconds < this.#monotonicEnd
    );
  }

  /**
   * Renews the hold, and keeps what preparing left at the network.
   *
   * @returns false where the hold was lost: then nothing was written
   */
  renew(kept: { readonly prepared_json?: string }): Promise<boolean> {
    return this.#hold(kept, null);
  }

  /** Records that the irreversible call is about to leave, and renews the hold with it. */
  markSending(): Promise<boolean> {
    return this.#hold({ in_doubt: 1 }, this.#claim.attemptId);
  }

  async #hold(
    set: { readonly prepared_json?: string; readonly in_doubt?: 1 },
    sendingAttempt: string | null,
  ): Promise<boolean> {
    if (!this.lastsFor(0)) return false;
    const { id, attempt } = this.#claim.target;
    const wallEnd = this.#clock.now() + LEASE_MS;
    const monotonicEnd = this.#clock.monotonic() + LEASE_MS;
    const held = await this.#store.write(async (trx) => {
      const now = this.#clock.now();
      const { numUpdatedRows } = await trx
        .updateTable('targets')
        .set({ ...set, lease_until: wallEnd, wake_at: wallEnd })
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('status', '=', 'publishing')
        .where('lease_until', '>', now)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return false;
      if (sendingAttempt) {
        await trx.updateTable('attempts').set({ sent_at: now }).where('id', '=', sendingAttempt).execute();
      }
      return true;
    });
    if (held) {
      this.#wallEnd = wallEnd;
      this.#monotonicEnd = monotonicEnd;
    }
    return held;
  }
}
