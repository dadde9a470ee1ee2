import type { Clock } from '../base/clock.js';
import { RequestRefused } from '../operations/refusal.js';
import type { Store, Write, WriteOptions } from '../store/store.js';
import { hashOfJson } from './canonical-json.js';
import { findAnswer, type KeyedRequest, keepAnswer, type StoredAnswer } from './idempotency-records.js';

/** 1 to 255 visible ASCII characters. */
const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/** @throws RequestRefused for a key that cannot be stored */
export function idempotencyKeyOf(sent: string | undefined): string | null {
  if (sent === undefined) return null;
  if (KEY_FORM.test(sent)) return sent;
  throw new RequestRefused(
    'malformed_request',
    'An Idempotency-Key has 1 to 255 visible ASCII characters and no spaces, such as a UUID.',
  );
}

/**
 * Makes requests with an idempotency key act once: the answer is stored in the commit of the effect, so a
 * stored answer is always one whose effect happened, and a request that was refused may be mended and sent again
 * with the same key.
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
   * Takes up a request: its twin is refused for as long as it runs here. Across processes the write
   * transaction makes twins take turns, and the later one finds the answer of the first.
   *
   * @throws RequestRefused where a twin is running
   */
  begin(request: Omit<KeyedRequest, 'bodyHash'>, body: unknown): KeyedRun {
    const name = JSON.stringify([request.apiKeyId, request.method, request.path, request.key]);
    const bodyHash = hashOfJson(body);
    if (this.#running.has(name)) {
      throw new RequestRefused(
        'request_in_progress',
        'A request with this Idempotency-Key is still being worked on. Send it again in a second to get its answer.',
        { retryAfterSeconds: 1 },
      );
    }
    this.#running.add(name);
    return new KeyedRun(this.#store, this.#clock, { ...request, bodyHash }, () => this.#running.delete(name));
  }
}

/** One request with an idempotency key while it is being worked on. */
export class KeyedRun {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #request: KeyedRequest;
  readonly #ended: () => void;

  constructor(store: Store, clock: Clock, request: KeyedRequest, ended: () => void) {
    this.#store = store;
    this.#clock = clock;
    this.#request = request;
    this.#ended = ended;
  }

  /** The answer that an earlier request with this key had. */
  answered(): Promise<StoredAnswer | null> {
    return findAnswer(this.#store.db, this.#request, this.#clock.now());
  }

  /** Runs the effect and keeps its answer, unless an answer is there already: then nothing happens again. */
  commit(status: number, effect: (trx: Write) => Promise<unknown>, how: WriteOptions): Promise<StoredAnswer> {
    return this.#store.write(async (trx) => {
      const now = this.#clock.now();
      const earlier = await findAnswer(trx, this.#request, now);
      if (earlier) return earlier;
      const text = JSON.stringify(await effect(trx));
      await keepAnswer(trx, this.#request, { status, text }, now);
      return { status, text, replayed: false };
    }, how);
  }

  end(): void {
    this.#ended();
  }
}
