import type { Timings } from '../../src/backend/work/timing.js';

/** Timings with which recovery from a crash takes about a second. */
export const SHORT_TIMINGS: Timings = {
  lead: 100,
  callLimit: 300,
  prepareLimit: 2_000,
  lease: 900,
  settleDelay: 50,
  lateLooks: [150],
  minBackoff: 20,
  maxBackoff: 200,
};

/** These timings, each multiplied by a factor. */
export function slower(timings: Timings, factor: number): Timings {
  return {
    lead: timings.lead * factor,
    callLimit: timings.callLimit * factor,
    prepareLimit: timings.prepareLimit * factor,
    lease: timings.lease * factor,
    settleDelay: timings.settleDelay * factor,
    lateLooks: timings.lateLooks.map((look) => look * factor),
    minBackoff: timings.minBackoff * factor,
    maxBackoff: timings.maxBackoff * factor,
  };
}
