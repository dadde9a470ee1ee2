import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../base/clock.js';
import { untilWritten } from '../store/database-errors.js';
import type { Store, Write } from '../store/store.js';
import { type DueTable, hasClaimedStatus } from './due-table.js';

interface LeaseEnd {
  /** By the wall clock, which other processes judge it by. */
  readonly wall: number;
  /** By the monotonic clock, in case the wall clock is set back. */
  readonly monotonic: number;
}

export interface LeaseDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** How long a renewal lasts, in milliseconds. */
  readonly duration: number;
}

/** A row as it was claimed. */
export interface LeasedRow {
  readonly id: string;
  readonly attempt: number;
  /** System time. */
  readonly leaseUntil: number | null;
}

/** Columns of the leased row to write, beside the lease itself. */
export type LeasedColumns = Readonly<Record<string, string | number>>;

/** This process's lease on a claimed row. A process that is stopped and wakes after its lease writes nothing. */
export class Lease {
  readonly #table: DueTable;
  readonly #row: LeasedRow;
  readonly #dependencies: LeaseDependencies;
  #end: LeaseEnd;

  constructor(table: DueTable, row: LeasedRow, dependencies: LeaseDependencies) {
    this.#table = table;
    this.#row = row;
    this.#dependencies = dependencies;
    const { clock, duration } = dependencies;
    const wall = row.leaseUntil ?? 0;
    this.#end = { wall, monotonic: clock.monotonic() + Math.min(duration, wall - clock.now()) };
  }

  /** Whether it lasts for this many more milliseconds. */
  lastsFor(milliseconds: number): boolean {
    const { clock } = this.#dependencies;
    return (
      clock.now() + milliseconds < this.#end.wall && clock.monotonic() + milliseconds < this.#end.monotonic
    );
  }

  /** When the lease would end if it were renewed now. */
  protected renewedEnd(): LeaseEnd {
    const { clock, duration } = this.#dependencies;
    return { wall: clock.now() + duration, monotonic: clock.monotonic() + duration };
  }

  protected extendTo(end: LeaseEnd): void {
    this.#end = end;
  }

  /**
   * Renews the lease and writes to the row, but only before the lease has run out: what follows cannot be undone.
   *
   * @param also further writes in the same transaction
   * @returns false where the lease was lost: then nothing was written
   */
  protected async writeWhileHeld(
    columns: LeasedColumns,
    also?: (trx: Write) => Promise<void>,
  ): Promise<boolean> {
    if (!this.lastsFor(0)) return false;
    const unexpired = sql` and lease_until > ${this.#dependencies.clock.now()}`;
    return this.#write(columns, unexpired, also);
  }

  /**
   * Records what has happened, as long as nobody else has claimed the row, however late.
   *
   * @returns false where somebody else has: then nothing was written
   */
  protected record(columns: LeasedColumns, also?: (trx: Write) => Promise<void>): Promise<boolean> {
    return untilWritten(() => this.#write(columns, sql``, also));
  }

  async #write(
    columns: LeasedColumns,
    condition: RawBuilder<unknown>,
    also?: (trx: Write) => Promise<void>,
  ): Promise<boolean> {
    const { name, attempt } = this.#table;
    const renewed = this.renewedEnd();
    const values = Object.entries({ ...columns, lease_until: renewed.wall, wake_at: renewed.wall });
    const assignments = sql.join(values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
    const held = await this.#dependencies.store.write(async (trx) => {
      const { numAffectedRows } = await sql`update ${sql.table(name)} set ${assignments}
        where id = ${this.#row.id} and ${sql.ref(attempt)} = ${this.#row.attempt}
          and ${hasClaimedStatus(this.#table)}${condition}`.execute(trx);
      if (numAffectedRows !== 1n) return false;
      await also?.(trx);
      return true;
    });
    if (held) this.extendTo(renewed);
    return held;
  }
}

/** Renews a lease for as long as a step takes. */
export async function keepLease<Result>(
  lease: { renew(): Promise<boolean> },
  duration: number,
  step: () => Promise<Result>,
): Promise<Result> {
  const renewing = setInterval(() => {
    lease.renew().catch((error: unknown) => process.emitWarning(`A lease was not renewed: ${error}`));
  }, duration / 3);
  try {
    return await step();
  } finally {
    clearInterval(renewing);
  }
}
