import type { Timings } from '../../src/backend/work/timing.js';

/** Timings in which a crash is recovered from in about a second. */
export const SHORT_TIMINGS: Timings = {
  lead: 100,
  callLimit: 300,
  prepareLimit: 2_000,
  lease: 900,
  settleDelay: 50,
  minBackoff: 20,
  maxBackoff: 200,
};

/** The same, each of them so many times as long. */
export function slower(timings: Timings, factor: number): Timings {
  return {
    lead: timings.lead * factor,
    callLimit: timings.callLimit * factor,
    prepareLimit: timings.prepareLimit * factor,
    lease: timings.lease * factor,
    settleDelay: timings.settleDelay * factor,
    minBackoff: timings.minBackoff * factor,
    maxBackoff: timings.maxBackoff * factor,
  };
}
