/** How long things may take, in milliseconds. */
export interface Timings {
  /**
   * How long before its time a post is claimed and made ready, so that nothing but its call is left to do when it is
   * due. Nobody can change it any more from then on.
   */
  readonly lead: number;
  /** One call to a network that makes a post, or looks for one. */
  readonly callLimit: number;
  /** Uploading and processing before the call; the lease is renewed while it lasts. */
  readonly prepareLimit: number;
  /** How long a claimed target belongs to the process that claimed it: at least twice the call. */
  readonly lease: number;
  /** How long before a lost answer is looked into: a slow network may still be writing. */
  readonly settleDelay: number;
  readonly firstBackoff: number;
  readonly longestBackoff: number;
}

/** The timings that the service runs with. Crash tests use shorter ones. */
export const TIMINGS: Timings = {
  // Claiming and marking a thousand posts takes half of it over PostgreSQL on a slow machine.
  lead: 500,
  // Half a minute is what networks themselves take before they give up; a little more hears their last word.
  callLimit: 35_000,
  prepareLimit: 10 * 60_000,
  lease: 75_000,
  settleDelay: 5_000,
  firstBackoff: 2_000,
  longestBackoff: 5 * 60_000,
};

/** Attempts at one target, looking into lost answers included. */
export const MOST_ATTEMPTS = 8;

/**
 * Exponential backoff with full jitter on its upper half.
 *
 * @param attempt attempts made so far, from 1
 * @param random in [0, 1)
 * @returns milliseconds
 */
export function backoffMs(timings: Timings, attempt: number, random: number): number {
  const ceiling = Math.min(timings.longestBackoff, timings.firstBackoff * 2 ** (attempt - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
