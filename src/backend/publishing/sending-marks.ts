import type { Clock } from '../clock.js';
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

/** Most marks that are written with one statement. */
const MOST_TOGETHER = 64;

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
      const rows = await trx
        .updateTable('targets')
        .set({ in_doubt: 1, lease_until: leaseUntil, wake_at: leaseUntil })
        .where(
          'id',
          'in',
          together.map(({ mark }) => mark.targetId),
        )
        .where('status', '=', 'publishing')
        .where('lease_until', '>', this.#clock.now())
        .where((where) =>
          where.or(
            [...attemptsIn(together)].map(([attempt, ids]) =>
              where.and([where('attempt', '=', attempt), where('id', 'in', ids)]),
            ),
          ),
        )
        .returning('id')
        .execute();
      const held = new Set(rows.map(({ id }) => id));
      for (const [sentAt, attemptIds] of sendingTimes(
        together.filter(({ mark }) => held.has(mark.targetId)),
      )) {
        await trx.updateTable('attempts').set({ sent_at: sentAt }).where('id', 'in', attemptIds).execute();
      }
      return held;
    });
  }
}

function attemptsIn(together: readonly Waiting[]): Map<number, string[]> {
  return groups(together, ({ mark }) => [mark.attempt, mark.targetId]);
}

function sendingTimes(together: readonly Waiting[]): Map<number, string[]> {
  return groups(together, ({ mark }) => [mark.sentAt, mark.attemptId]);
}

function groups(
  together: readonly Waiting[],
  entryOf: (one: Waiting) => readonly [group: number, id: string],
): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const one of together) {
    const [group, id] = entryOf(one);
    found.set(group, [...(found.get(group) ?? []), id]);
  }
  return found;
}
