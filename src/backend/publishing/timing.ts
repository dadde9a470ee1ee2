/** How long things may take, in milliseconds. */

/** One call to a network that makes a post. */
export const CALL_LIMIT_MS = 30_000;

/** Uploading and processing before the call; the lease is renewed while it lasts. */
export const PREPARE_LIMIT_MS = 10 * 60_000;

/** How long a claimed target belongs to the process that claimed it: at least twice the call. */
export const LEASE_MS = 75_000;

/** How long before a lost answer is looked into: a slow network may still be writing. */
export const SETTLE_DELAY_MS = 5_000;

/** Attempts at one target, looking into lost answers included. */
export const MOST_ATTEMPTS = 8;

const FIRST_BACKOFF_MS = 2_000;
const LONGEST_BACKOFF_MS = 5 * 60_000;

/**
 * Exponential backoff with full jitter on its upper half.
 *
 * @param attempt attempts made so far, from 1
 * @param random in [0, 1)
 */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
