/** Seconds in requests can be fractional; the service counts in milliseconds. */
export const MIN_SECONDS = 0.001;

/** Ten years, in seconds. */
export const MAX_SECONDS = 10 * 366 * 24 * 60 * 60;

/** Whole milliseconds: timers, stored instants and dates accept no fractions. */
export function wholeMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000);
}
