import type { Clock } from '../clock.js';
import { RequestRefused } from './refusal.js';

export const DEFAULT_REQUESTS_PER_MINUTE = 600;

const WINDOW_SECONDS = 60;

interface Bucket {
  /** Requests that may still be made, with fractions that have been earned since. */
  tokens: number;
  /** Monotonic milliseconds. */
  filledAt: number;
}

/**
 * One token bucket per key, in memory: a burst of a whole minute's requests at most, renewed evenly.
 * The headers are those of draft-ietf-httpapi-ratelimit-headers-11.
 */
export class RateLimit {
  readonly #clock: Clock;
  readonly #quota: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock, requestsPerMinute: number) {
    this.#clock = clock;
    this.#quota = requestsPerMinute;
  }

  /**
   * Counts one request of a key.
   *
   * @param headers where `RateLimit-Policy` and `RateLimit` are put
   * @throws RequestRefused when the key has none left
   */
  count(keyId: string, headers: Record<string, string>): void {
    const bucket = this.#filled(keyId);
    const refused = bucket.tokens < 1;
    if (!refused) bucket.tokens -= 1;
    const secondsUntilFull = this.#secondsFor(this.#quota - bucket.tokens);
    headers['RateLimit-Policy'] = `"default";q=${this.#quota};w=${WINDOW_SECONDS}`;
    headers['RateLimit'] = `"default";r=${Math.floor(bucket.tokens)};t=${secondsUntilFull}`;
    if (refused) {
      const retryAfterSeconds = Math.max(1, this.#secondsFor(1 - bucket.tokens));
      throw new RequestRefused(
        'rate_limited',
        `This key has used its ${this.#quota} requests per minute. Try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    }
  }

  #filled(keyId: string): Bucket {
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(keyId) ?? { tokens: this.#quota, filledAt: now };
    const earned = ((now - bucket.filledAt) / 1000) * (this.#quota / WINDOW_SECONDS);
    bucket.tokens = Math.min(this.#quota, bucket.tokens + earned);
    bucket.filledAt = now;
    this.#buckets.set(keyId, bucket);
    return bucket;
  }

  #secondsFor(tokens: number): number {
    return Math.ceil((tokens * WINDOW_SECONDS) / this.#quota);
  }
}
