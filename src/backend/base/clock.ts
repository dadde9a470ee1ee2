/** The only reader of the time in the backend. Instants are epoch milliseconds. */
export interface Clock {
  /** The wall clock. */
  now(): number;
  /** Milliseconds that never jump: for leases, limits and durations. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
