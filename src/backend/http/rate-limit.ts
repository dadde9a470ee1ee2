import type { Clock } from '../base/clock.js';
import { RequestRefused } from '../operations/refusal.js';

export const DEFAULT_REQUESTS_PER_MINUTE = 600;

const WINDOW_SECONDS = 60;

interface Bucket {
  /** Requests that may still be made, with fractions that have been earned since. */
  tokens: number;
  /** Monotonic milliseconds. */
  filledAt: number;
}

/** How many requests a key may still make, in fractions, once one has been taken; below 0: there was none to take. */
export type TakeToken = (keyId: string, quota: number) => Promise<number>;

/**
 * One token bucket per key: a burst of a whole minute's requests at most, renewed evenly.
 * The headers are those of draft-ietf-httpapi-ratelimit-headers-11.
 */
export class RateLimit {
  readonly #quota: number;
  readonly #take: TakeToken;

  /** @param take from buckets that processes share; those of this process alone, in memory, unless told */
  constructor(clock: Clock, requestsPerMinute: number, take: TakeToken = bucketsInMemory(clock)) {
    this.#quota = requestsPerMinute;
    this.#take = take;
  }

  /**
   * Counts one request of a key.
   *
   * @param headers where `RateLimit-Policy` and `RateLimit` are put
   * @throws RequestRefused when the key has none left
   */
  async count(keyId: string, headers: Record<string, string>): Promise<void> {
    const taken = await this.#take(keyId, this.#quota);
    const refused = taken < 0;
    const left = refused ? taken + 1 : taken;
    const secondsUntilFull = this.#secondsFor(this.#quota - left);
    headers['RateLimit-Policy'] = `"default";q=${this.#quota};w=${WINDOW_SECONDS}`;
    headers['RateLimit'] = `"default";r=${Math.floor(left)};t=${secondsUntilFull}`;
    if (refused) {
      const retryAfterSeconds = Math.max(1, this.#secondsFor(1 - left));
      throw new RequestRefused(
        'rate_limited',
        `This key has used its ${this.#quota} requests per minute. Try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    }
  }

  #secondsFor(tokens: number): number {
    return Math.ceil((tokens * WINDOW_SECONDS) / this.#quota);
  }
}

/** Buckets of this process alone. */
export function bucketsInMemory(clock: Clock): TakeToken {
  const buckets = new Map<string, Bucket>();
  return async (keyId, quota) => {
    const now = clock.monotonic();
    const bucket = buckets.get(keyId) ?? { tokens: quota, filledAt: now };
    buckets.set(keyId, bucket);
    const earned = earnedIn(now - bucket.filledAt, quota);
    bucket.tokens = Math.min(quota, bucket.tokens + earned);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return bucket.tokens - 1;
    bucket.tokens -= 1;
    return bucket.tokens;
  };
}

/** Requests that are earned in so many milliseconds. */
export function earnedIn(milliseconds: number, quota: number): number {
  return (milliseconds / 1000) * (quota / WINDOW_SECONDS);
}
