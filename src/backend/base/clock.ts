/** The only way the backend reads the time. Instants are epoch milliseconds. */
export interface Clock {
  /** The wall clock. */
  now(): number;
  /** Milliseconds that never jump, for leases, timeouts and durations. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
