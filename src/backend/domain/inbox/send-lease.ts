import { sql } from 'kysely';
import type { Clock } from '../../base/clock.js';
import type { Store, Write } from '../../store/store.js';
import { LeaseEnd } from '../../work/lease-end.js';
import type { Hold } from '../publishing/delivery-ports.js';
import type { SendClaim } from './send-records.js';

export interface SendLeasePorts {
  readonly store: Store;
  readonly clock: Clock;
  /** For how long a renewal holds, in milliseconds. */
  readonly duration: number;
  /** Workspace time. */
  now(): number;
}

/** This process's hold on a reply or message. */
export class SendLease implements Pick<Hold, 'lastsFor' | 'renew' | 'markSending'> {
  readonly #ports: SendLeasePorts;
  readonly #claim: SendClaim;
  readonly #end: LeaseEnd;

  constructor(claim: SendClaim, ports: SendLeasePorts) {
    this.#ports = ports;
    this.#claim = claim;
    this.#end = new LeaseEnd(ports.clock, ports.duration, claim.send.lease_until ?? 0);
  }

  lastsFor(milliseconds: number): boolean {
    return this.#end.lastsFor(milliseconds);
  }

  renew(): Promise<boolean> {
    return this.#write({}, async () => undefined);
  }

  markSending(): Promise<boolean> {
    return this.#write({ in_doubt: 1 }, async (trx) => {
      await trx
        .updateTable('send_attempts')
        .set({ sent_at: sql`coalesce(sent_at, ${this.#ports.now()})` })
        .where('id', '=', this.#claim.attemptId)
        .execute();
    });
  }

  /** Writes only before the lease has run out: what follows is not to be taken back. */
  async #write(kept: { readonly in_doubt?: 1 }, also: (trx: Write) => Promise<void>): Promise<boolean> {
    if (!this.lastsFor(0)) return false;
    const { id, attempt } = this.#claim.send;
    const renewed = this.#end.renewed();
    const held = await this.#ports.store.write(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('sends')
        .set({ ...kept, lease_until: renewed.wallEnd, wake_at: renewed.wallEnd })
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('status', '=', 'sending')
        .where('lease_until', '>', this.#ports.clock.now())
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return false;
      await also(trx);
      return true;
    });
    if (held) this.#end.take(renewed);
    return held;
  }
}
