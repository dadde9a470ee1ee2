import type { Clock } from '../../base/clock.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Store, Write, WriteOptions } from '../../store/store.js';
import { hashOfJson } from './hash-of-json.js';
import {
  findAnswer,
  identityOf,
  type KeyedRequest,
  keepAnswer,
  type StoredAnswer,
} from './idempotency-records.js';

/**
 * Makes a request with an idempotency key take effect once. The answer is stored in the same commit as the
 * effect, so a stored answer proves that its effect happened. A refused request stores nothing: it can be
 * corrected and sent again with the same key.
 */
export class Idempotency {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #running = new Set<string>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Starts a request. A second one with the same key is refused while the first runs in this process; across
   * processes the write transaction serializes them, and the later one finds the stored answer.
   *
   * @throws RequestRefused if a request with this key is in progress
   */
  begin(request: Omit<KeyedRequest, 'bodyHash'>, body: unknown): KeyedRun {
    const name = identityOf(request);
    const bodyHash = hashOfJson(body);
    if (this.#running.has(name)) {
      throw new RequestRefused(
        'request_in_progress',
        'A request with this Idempotency-Key is still in progress. Send it again in a second to get its answer.',
        { retryAfterSeconds: 1 },
      );
    }
    this.#running.add(name);
    return new KeyedRun(this.#store, this.#clock, { ...request, bodyHash }, () => this.#running.delete(name));
  }
}

/** The outcome of a keyed commit: what the effect returned, or the answer that was stored before. */
type Committed<Answer> =
  | { readonly stored: StoredAnswer; readonly replayed: true }
  | { readonly stored: StoredAnswer; readonly replayed: false; readonly answer: Answer };

/** One request with an idempotency key, in progress. */
export class KeyedRun {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #request: KeyedRequest;
  readonly #onEnd: () => void;

  constructor(store: Store, clock: Clock, request: KeyedRequest, onEnd: () => void) {
    this.#store = store;
    this.#clock = clock;
    this.#request = request;
    this.#onEnd = onEnd;
  }

  /** The answer stored for an earlier request with this key. */
  storedAnswer(): Promise<StoredAnswer | null> {
    return findAnswer(this.#store.db, this.#request, this.#clock.now());
  }

  /** Runs the effect and stores its answer, unless an answer is already stored. */
  commit<Answer>(
    status: number,
    effect: (trx: Write) => Promise<Answer>,
    how: WriteOptions,
  ): Promise<Committed<Answer>> {
    return this.#store.write(async (trx) => {
      const now = this.#clock.now();
      const earlier = await findAnswer(trx, this.#request, now);
      if (earlier) return { stored: earlier, replayed: true };
      const answer = await effect(trx);
      const text = JSON.stringify(answer);
      await keepAnswer(trx, this.#request, { status, text }, now);
      return { stored: { status, text, replayed: false }, replayed: false, answer };
    }, how);
  }

  end(): void {
    this.#onEnd();
  }
}
