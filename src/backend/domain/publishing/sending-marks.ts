import { sql } from 'kysely';
import type { Clock } from '../../base/clock.js';
import { given } from '../../store/among.js';
import type { Store, Write } from '../../store/store.js';

/** Says that the irreversible call of an attempt is about to leave. */
export interface SendingMark {
  readonly targetId: string;
  readonly attempt: number;
  readonly attemptId: string;
  /** Workspace time. */
  readonly sentAt: number;
}

interface Waiting {
  readonly mark: SendingMark;
  /** Until when the target is to be held from now on; null: as long as it is. */
  readonly leaseUntil: number | null;
  resolve(held: boolean): void;
  reject(error: unknown): void;
}

/** A call to a network waits for it; and it decides by the rows that it updates. */
const HOW = { urgent: true, rows: true } as const;

/** Most marks that are written with one statement. */
const MOST_TOGETHER = 1_024;

/**
 * Marks targets before their calls leave. Marks that come together are written with one statement: where a
 * thousand posts are due at one instant, this is what each of them waits for.
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
   * @param leaseUntil until when the target is to be held from now on, system time; null: as long as it is
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
    for (let from = 0; from < all.length; from += MOST_TOGETHER) {
      const together = all.slice(from, from + MOST_TOGETHER);
      this.#write(together).then(
        (held) => {
          for (const one of together) one.resolve(held.has(one.mark.targetId));
        },
        (error: unknown) => {
          for (const one of together) one.reject(error);
        },
      );
    }
  }

  #write(together: readonly Waiting[]): Promise<ReadonlySet<string>> {
    return this.#store.write(async (trx) => {
      const stay = together.filter(({ leaseUntil }) => leaseUntil === null);
      const renewed = together.filter(({ leaseUntil }) => leaseUntil !== null);
      const held = new Set([...(await this.#hold(trx, stay)), ...(await this.#hold(trx, renewed))]);
      const sent = together
        .filter(({ mark }) => held.has(mark.targetId))
        .map(({ mark }) => [mark.attemptId, mark.sentAt]);
      await sql`update attempts set sent_at = cast(given.value ->> 1 as bigint)
        from ${given(sent)} where attempts.id = given.value ->> 0`.execute(trx);
      return held;
    }, HOW);
  }

  /**
   * A lease that lasts long enough stays as it is: then no column changes by which targets are found, and PostgreSQL
   * writes the row alone, not a place of it in each index.
   *
   * What a target must be is given with its id, not as a constant: PostgreSQL would think that such targets are few,
   * begin with those, and look for each of a thousand in the whole list.
   *
   * @param alike all of them to be renewed, or none
   * @returns those that are still held
   */
  async #hold(trx: Write, alike: readonly Waiting[]): Promise<readonly string[]> {
    if (alike.length === 0) return [];
    // A lease may last longer than its holder believes, never shorter.
    const until = alike[0]?.leaseUntil == null ? null : Math.max(...alike.map((one) => one.leaseUntil ?? 0));
    const lease = until === null ? sql`` : sql`, lease_until = ${until}, wake_at = ${until}`;
    const now = this.#clock.now();
    const marked = alike.map(({ mark }) => [mark.targetId, mark.attempt, 'publishing', now]);
    const { rows } = await sql<{ id: string }>`update targets set in_doubt = 1${lease}
      from ${given(marked)}
      where targets.id = given.value ->> 0 and targets.attempt = cast(given.value ->> 1 as bigint)
        and targets.status = given.value ->> 2 and targets.lease_until > cast(given.value ->> 3 as bigint)
      returning targets.id`.execute(trx);
    return rows.map(({ id }) => id);
  }
}
