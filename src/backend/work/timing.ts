/** How long things may take, in milliseconds. */
export interface Timings {
  /**
   * How long before its time a post is claimed and prepared, so that only its call is left when it is due. Nobody can
   * change the post after that.
   */
  readonly lead: number;
  /** One call to a network that creates a post or looks for one. */
  readonly callLimit: number;
  /** Uploading and processing before that call; the lease is renewed while it lasts. */
  readonly prepareLimit: number;
  /** How long a claimed job belongs to its process: at least twice the limit of a call. */
  readonly lease: number;
  /** How long to wait before reconciling a lost answer: a slow network may still be writing. */
  readonly settleDelay: number;
  /**
   * Where a server may store a post after the connection has ended: how long after the answer was lost it is looked up
   * again, if it was not found. Ascending.
   */
  readonly lateLooks: readonly number[];
  readonly minBackoff: number;
  readonly maxBackoff: number;
}

/** The timings of the service. Crash tests use shorter ones. */
export const TIMINGS: Timings = {
  // Claiming and marking a thousand posts takes half of this over PostgreSQL on a slow machine.
  lead: 500,
  // Networks themselves give up after half a minute; a little more receives their last answer.
  callLimit: 35_000,
  prepareLimit: 10 * 60_000,
  lease: 75_000,
  settleDelay: 5_000,
  // No source says how late a post can be; proxies and servers give up a request within minutes.
  lateLooks: [30_000, 2 * 60_000, 5 * 60_000, 15 * 60_000],
  minBackoff: 2_000,
  maxBackoff: 5 * 60_000,
};

/** The most jobs of one kind that a process runs at a time for one network. */
export const MAX_JOBS_PER_NETWORK = 1_024;

/** How often a network that answers, but cannot say what became of a call, is asked about it. */
export const MAX_CHECKS = 8;

/**
 * How long after the grace a network that is away is still asked about a call whose answer was lost, in milliseconds:
 * two of the longest pauses, so that a call shortly before the end of the grace is checked as well.
 */
export const CHECKS_AFTER_GRACE_MS = 10 * 60_000;

/**
 * Exponential backoff with full jitter on its upper half.
 *
 * @param attempt attempts made so far, from 1
 * @param random in [0, 1)
 * @returns milliseconds
 */
export function backoffMs(timings: Timings, attempt: number, random: number): number {
  const ceiling = Math.min(timings.maxBackoff, timings.minBackoff * 2 ** (attempt - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
