import type { Clock } from '../base/clock.js';
import { RequestRefused } from '../operations/refusal.js';

export const DEFAULT_REQUESTS_PER_MINUTE = 600;

const WINDOW_SECONDS = 60;

/** Buckets in memory: 100 bytes each. */
const MAX_BUCKETS = 100_000;

interface Bucket {
  /** Remaining requests, including the fraction refilled so far. */
  tokens: number;
  /** Monotonic milliseconds. */
  filledAt: number;
}

/** Takes one token. Returns the (fractional) tokens left; below 0: none was available. */
export type TakeToken = (keyId: string, quota: number) => Promise<number>;

/**
 * One token bucket per API key: it holds a minute's worth of requests and refills evenly.
 * Headers: draft-ietf-httpapi-ratelimit-headers-11.
 */
export class RateLimit {
  readonly #quota: number;
  readonly #take: TakeToken;

  /** @param take the buckets, shared between processes or (default) in memory */
  constructor(clock: Clock, requestsPerMinute: number, take: TakeToken = bucketsInMemory(clock)) {
    this.#quota = requestsPerMinute;
    this.#take = take;
  }

  /**
   * Counts one request of a key.
   *
   * @param headers receives `RateLimit-Policy` and `RateLimit`
   * @throws RequestRefused if the key has no requests left
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
        `This API key has used its ${this.#quota} requests per minute. Try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    }
  }

  #secondsFor(tokens: number): number {
    return Math.ceil((tokens * WINDOW_SECONDS) / this.#quota);
  }
}

/** Buckets in the memory of this process, which keeps the last used ones. */
export function bucketsInMemory(clock: Clock, maxBuckets = MAX_BUCKETS): TakeToken {
  const buckets = new Map<string, Bucket>();
  return async (keyId, quota) => {
    const now = clock.monotonic();
    const bucket = buckets.get(keyId) ?? { tokens: quota, filledAt: now };
    buckets.delete(keyId);
    buckets.set(keyId, bucket);
    if (buckets.size > maxBuckets) {
      const [oldest = keyId] = buckets.keys();
      buckets.delete(oldest);
    }
    const refilled = refilledIn(now - bucket.filledAt, quota);
    bucket.tokens = Math.min(quota, bucket.tokens + refilled);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return bucket.tokens - 1;
    bucket.tokens -= 1;
    return bucket.tokens;
  };
}

/** Tokens refilled in a number of milliseconds. */
export function refilledIn(milliseconds: number, quota: number): number {
  return (milliseconds / 1000) * (quota / WINDOW_SECONDS);
}
