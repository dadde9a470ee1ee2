import { sql } from 'kysely';
import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { Delivered } from '../../networks/adapter.js';
import { untilWritten } from '../../store/database-faults.js';
import { recordEvents } from '../../store/events.js';
import type { Store, Write } from '../../store/store.js';
import { LeaseEnd } from '../../work/lease-end.js';
import { updateAccountHealth } from '../accounts/update-health.js';
import type { Claim } from './claim.js';
import type { Hold } from './delivery-ports.js';
import { markPartSending, type PartResult, writePart } from './part-records.js';
import type { SendingMarks } from './sending-marks.js';

export interface LeasePorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly marks: SendingMarks;
  /** For how long a renewal holds, in milliseconds. */
  readonly duration: number;
  /** How long one call may take, in milliseconds. */
  readonly callLimit: number;
  /** Workspace time. */
  now(): number;
}

interface Kept {
  readonly prepared_json?: string;
  readonly in_doubt?: 0;
  readonly network_post_id?: string;
  readonly url?: string;
  readonly published_at?: number;
}

/** This process's hold on a claimed target. */
export class Lease implements Hold {
  readonly #ports: LeasePorts;
  readonly #claim: Claim;
  readonly #end: LeaseEnd;

  constructor(claim: Claim, ports: LeasePorts) {
    this.#ports = ports;
    this.#claim = claim;
    this.#end = new LeaseEnd(ports.clock, ports.duration, claim.target.lease_until ?? 0);
  }

  lastsFor(milliseconds: number): boolean {
    return this.#end.lastsFor(milliseconds);
  }

  renew(kept: { readonly prepared_json?: string }): Promise<boolean> {
    return this.#whileHeld(kept, async () => undefined);
  }

  async markSending(): Promise<boolean> {
    if (!this.lastsFor(0)) return false;
    const { target, attemptId } = this.#claim;
    // What was claimed a moment ago lasts for two calls as it is: moving its end would touch every index of the table.
    const renewed = this.lastsFor(2 * this.#ports.callLimit) ? null : this.#end.renewed();
    const mark = { targetId: target.id, attempt: target.attempt, attemptId, sentAt: this.#ports.now() };
    const held = await this.#ports.marks.mark(mark, renewed?.wallEnd ?? null);
    if (held && renewed) this.#end.take(renewed);
    return held;
  }

  markPart(position: number): Promise<boolean> {
    const { target, attemptId } = this.#claim;
    return this.#whileHeld({}, async (trx) => {
      const now = this.#ports.now();
      await markPartSending(trx, target.id, position, now);
      await trx
        .updateTable('attempts')
        .set({ sent_at: sql`coalesce(sent_at, ${now})` })
        .where('id', '=', attemptId)
        .execute();
    });
  }

  recordMain({ networkPostId, url }: Delivered): Promise<boolean> {
    const now = this.#ports.now();
    const out = { in_doubt: 0, network_post_id: networkPostId, url, published_at: now } as const;
    return this.#ifOurs(out, async (trx) => {
      await trx
        .updateTable('attempts')
        .set({ outcome: 'published', ended_at: now })
        .where('id', '=', this.#claim.attemptId)
        .execute();
    });
  }

  recordPart(position: number, result: PartResult): Promise<boolean> {
    return this.#ifOurs({}, async (trx) => {
      await writePart(trx, this.#claim.target.id, position, result);
      if ('diagnosis' in result) {
        const { diagnosis } = result;
        const events = await updateAccountHealth(trx, this.#claim, diagnosis, this.#ports.now());
        await recordEvents(trx, this.#ports.ids, events);
      }
    });
  }

  /** Writes only before the lease has run out: what follows is not to be taken back. */
  async #whileHeld(kept: Kept, also: (trx: Write) => Promise<void>): Promise<boolean> {
    return this.lastsFor(0) && this.#write(kept, true, also);
  }

  /** Writes what has happened as long as nobody else has claimed the target, however late. */
  #ifOurs(kept: Kept, also: (trx: Write) => Promise<void>): Promise<boolean> {
    return untilWritten(() => this.#write(kept, false, also));
  }

  async #write(kept: Kept, strict: boolean, also: (trx: Write) => Promise<void>): Promise<boolean> {
    const { id, attempt } = this.#claim.target;
    const renewed = this.#end.renewed();
    const held = await this.#ports.store.write(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('targets')
        .set({ ...kept, lease_until: renewed.wallEnd, wake_at: renewed.wallEnd })
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('status', '=', 'publishing')
        .$if(strict, (query) => query.where('lease_until', '>', this.#ports.clock.now()))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return false;
      await also(trx);
      return true;
    });
    if (held) this.#end.take(renewed);
    return held;
  }
}
