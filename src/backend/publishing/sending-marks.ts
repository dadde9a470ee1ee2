import { sql } from 'kysely';
import type { Clock } from '../clock.js';
import { among, rowsOf } from '../store/among.js';
import type { Store } from '../store/store.js';

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
  readonly leaseUntil: number;
  resolve(held: boolean): void;
  reject(error: unknown): void;
}

/** A call to a network waits for it; and it decides by the rows that it updates. */
const HOW = { urgent: true, rows: true } as const;

/** Most marks that are written with one statement. */
const MOST_TOGETHER = 512;

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

  /** @returns false where the target no longer belongs to that attempt, or its lease has run out */
  mark(mark: SendingMark, leaseUntil: number): Promise<boolean> {
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
    // A lease may last longer than its holder believes, never shorter.
    const leaseUntil = Math.max(...together.map((one) => one.leaseUntil));
    return this.#store.write(async (trx) => {
      const held = new Set<string>();
      for (const [attempt, ids] of idsByAttempt(together)) {
        const rows = await trx
          .updateTable('targets')
          .set({ in_doubt: 1, lease_until: leaseUntil, wake_at: leaseUntil })
          .where('id', 'in', among(ids))
          .where('status', '=', 'publishing')
          .where('attempt', '=', attempt)
          .where('lease_until', '>', this.#clock.now())
          .returning('id')
          .execute();
        for (const { id } of rows) held.add(id);
      }
      const sent = together
        .filter(({ mark }) => held.has(mark.targetId))
        .map(({ mark }) => [mark.attemptId, mark.sentAt]);
      await sql`update attempts set sent_at = cast(sent.value ->> 1 as bigint)
        from json_each(${rowsOf(sent)}) as sent where attempts.id = sent.value ->> 0`.execute(trx);
      return held;
    }, HOW);
  }
}

/** Nearly always all of them are at the same attempt: the first. */
function idsByAttempt(together: readonly Waiting[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const { mark } of together) {
    const ids = found.get(mark.attempt);
    if (ids) ids.push(mark.targetId);
    else found.set(mark.attempt, [mark.targetId]);
  }
  return found;
}
