import { sql } from 'kysely';
import type { IdSource } from '../../base/ids.js';
import type { Delivered } from '../../networks/outgoing-post.js';
import { recordEvents } from '../../store/events.js';
import { Lease, type LeaseDependencies } from '../../work/lease.js';
import { updateAccountHealth } from '../accounts/update-health.js';
import type { Claim } from './claim.js';
import { markPartSending, type PartResult, writePart } from './part-records.js';
import type { SendingMarks } from './sending-marks.js';
import { storedWarnings } from './stored-warnings.js';
import { TARGETS } from './target-table.js';

interface TargetLeaseDependencies extends LeaseDependencies {
  readonly ids: IdSource;
  readonly marks: SendingMarks;
  /** How long one call may take, in milliseconds. */
  readonly callLimit: number;
  /** Workspace time. */
  now(): number;
}

/** The lease on a claimed target. Each method returns false where the lease was lost and nothing was written. */
export class TargetLease extends Lease {
  readonly #claim: Claim;
  readonly #dependencies: TargetLeaseDependencies;

  constructor(claim: Claim, dependencies: TargetLeaseDependencies) {
    const { id, attempt, lease_until: leaseUntil } = claim.target;
    super(TARGETS, { id, attempt, leaseUntil }, dependencies);
    this.#claim = claim;
    this.#dependencies = dependencies;
  }

  /** Renews the lease, and saves what preparing has left at the network. */
  renew(columns: { readonly prepared_json?: string } = {}): Promise<boolean> {
    return this.writeWhileHeld({ ...columns });
  }

  /** Records that the irreversible call is about to leave. */
  async markSending(): Promise<boolean> {
    if (!this.lastsFor(0)) return false;
    const { target, attemptId } = this.#claim;
    const { callLimit, marks, now } = this.#dependencies;
    // A fresh lease covers two calls as it is. Renewing it would update every index of the table.
    const renewed = this.lastsFor(2 * callLimit) ? null : this.renewedEnd();
    const mark = { targetId: target.id, attempt: target.attempt, attemptId, sentAt: now() };
    const held = await marks.mark(mark, renewed?.wall ?? null);
    if (held && renewed) this.extendTo(renewed);
    return held;
  }

  /**
   * Records that the call for a part is about to leave.
   *
   * @param since when its first attempt began, as it is sent: its key is made from it
   */
  markPart(position: number, since: number): Promise<boolean> {
    const { target, attemptId } = this.#claim;
    return this.writeWhileHeld({}, async (trx) => {
      await markPartSending(trx, target.id, position, since);
      await trx
        .updateTable('attempts')
        .set({ sent_at: sql`coalesce(sent_at, ${this.#dependencies.now()})` })
        .where('id', '=', attemptId)
        .execute();
    });
  }

  /** Records that the main post is published while parts are still to follow. */
  recordMain(delivered: Delivered): Promise<boolean> {
    const { networkPostId, url } = delivered;
    const now = this.#dependencies.now();
    const warnings = storedWarnings(delivered);
    const columns = {
      ...{ in_doubt: 0, network_post_id: networkPostId, url, published_at: now },
      ...(warnings !== null && { warnings_json: warnings }),
    };
    return this.record(columns, async (trx) => {
      await trx
        .updateTable('attempts')
        .set({ outcome: 'published', ended_at: now })
        .where('id', '=', this.#claim.attemptId)
        .execute();
    });
  }

  recordPart(position: number, result: PartResult): Promise<boolean> {
    const { ids, now } = this.#dependencies;
    return this.record({}, async (trx) => {
      await writePart(trx, this.#claim.target.id, position, result);
      if (!('diagnosis' in result)) return;
      const events = await updateAccountHealth(trx, this.#claim.account, result.diagnosis, now());
      await recordEvents(trx, ids, events);
    });
  }
}
