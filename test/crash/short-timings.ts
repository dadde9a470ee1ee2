import type { Timings } from '../../src/backend/publishing/timing.js';

/** Timings in which a crash is recovered from in about a second. */
export const SHORT_TIMINGS: Timings = {
  callLimit: 300,
  prepareLimit: 2_000,
  lease: 900,
  settleDelay: 50,
  firstBackoff: 20,
  longestBackoff: 200,
};
