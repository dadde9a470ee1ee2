import { sql } from 'kysely';
import type { Clock } from '../../base/clock.js';
import { valuesTable } from '../../store/queries/in-list.js';
import type { Store, Write } from '../../store/store.js';

/** Records that the irreversible call of an attempt is about to leave. */
export interface SendingMark {
  readonly targetId: string;
  readonly attempt: number;
  readonly attemptId: string;
  /** Workspace time. */
  readonly sentAt: number;
}

interface Waiting {
  readonly mark: SendingMark;
  /** The end of the renewed lease, in system time; null: it is not renewed. */
  readonly leaseUntil: number | null;
  resolve(held: boolean): void;
  reject(error: unknown): void;
}

/** A call to a network waits for this write, and it decides by the rows that it updates. */
const HOW = { urgent: true, rows: true } as const;

/** The most marks that are written with one statement. */
const MAX_BATCH = 1_024;

/**
 * Marks targets before their calls leave. Marks that arrive together are written with one statement: where a thousand
 * posts are due at one instant, each of them waits for this.
 */
export class SendingMarks {
  readonly #store: Store;
  readonly #clock: Clock;
  #waiting: Waiting[] = [];

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * @param leaseUntil the end of the renewed lease, in system time; null: it is not renewed
   * @returns false where the target no longer belongs to that attempt, or its lease has run out
   */
  mark(mark: SendingMark, leaseUntil: number | null): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ mark, leaseUntil, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#writeAll());
    });
  }

  #writeAll(): void {
    const all = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < all.length; from += MAX_BATCH) {
      const batch = all.slice(from, from + MAX_BATCH);
      this.#write(batch).then(
        (held) => {
          for (const one of batch) one.resolve(held.has(one.mark.targetId));
        },
        (error: unknown) => {
          for (const one of batch) one.reject(error);
        },
      );
    }
  }

  #write(batch: readonly Waiting[]): Promise<ReadonlySet<string>> {
    return this.#store.write(async (trx) => {
      const kept = batch.filter(({ leaseUntil }) => leaseUntil === null);
      const renewed = batch.filter(({ leaseUntil }) => leaseUntil !== null);
      const held = new Set([...(await this.#mark(trx, kept)), ...(await this.#mark(trx, renewed))]);
      const sent = batch
        .filter(({ mark }) => held.has(mark.targetId))
        .map(({ mark }) => [mark.attemptId, mark.sentAt]);
      await sql`update attempts set sent_at = cast(input_rows.value ->> 1 as bigint)
        from ${valuesTable(sent)} where attempts.id = input_rows.value ->> 0`.execute(trx);
      return held;
    }, HOW);
  }

  /**
   * A lease that lasts long enough is not renewed: then no indexed column changes, and PostgreSQL writes only the row
   * and no index entries.
   *
   * Pass the expected status as a row value: with a literal PostgreSQL starts from that index, underestimates the rows,
   * and searches the whole list for each of a thousand.
   *
   * @param alike either all of them renew their lease, or none does
   * @returns the ids of those that are still held
   */
  async #mark(trx: Write, alike: readonly Waiting[]): Promise<readonly string[]> {
    if (alike.length === 0) return [];
    // A lease may last longer than its holder believes, but never shorter.
    const until = alike[0]?.leaseUntil == null ? null : Math.max(...alike.map((one) => one.leaseUntil ?? 0));
    const lease = until === null ? sql`` : sql`, lease_until = ${until}, wake_at = ${until}`;
    const now = this.#clock.now();
    const marked = alike.map(({ mark }) => [mark.targetId, mark.attempt, 'publishing', now]);
    const { rows } = await sql<{ id: string }>`update targets set in_doubt = 1${lease}
      from ${valuesTable(marked)}
      where targets.id = input_rows.value ->> 0 and targets.attempt = cast(input_rows.value ->> 1 as bigint)
        and targets.status = input_rows.value ->> 2 and targets.lease_until > cast(input_rows.value ->> 3 as bigint)
      returning targets.id`.execute(trx);
    return rows.map(({ id }) => id);
  }
}
