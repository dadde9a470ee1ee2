import { sql } from 'kysely';
import { Lease, type LeaseDependencies } from '../../../work/lease.js';
import type { SendClaim } from './send-records.js';
import { SENDS } from './send-table.js';

interface SendLeaseDependencies extends LeaseDependencies {
  /** Workspace time. */
  now(): number;
}

/** The lease on a reply or message. Each method returns false where it was lost and nothing was written. */
export class SendLease extends Lease {
  readonly #claim: SendClaim;
  readonly #now: () => number;

  constructor(claim: SendClaim, dependencies: SendLeaseDependencies) {
    const { id, attempt, lease_until: leaseUntil } = claim.send;
    super(SENDS, { id, attempt, leaseUntil }, dependencies);
    this.#claim = claim;
    this.#now = dependencies.now;
  }

  renew(): Promise<boolean> {
    return this.writeWhileHeld({});
  }

  /** Records that the irreversible call is about to leave. */
  markSending(): Promise<boolean> {
    return this.writeWhileHeld({ in_doubt: 1 }, async (trx) => {
      await trx
        .updateTable('send_attempts')
        .set({ sent_at: sql`coalesce(sent_at, ${this.#now()})` })
        .where('id', '=', this.#claim.attemptId)
        .execute();
    });
  }
}
