import { retryAfterMs } from '../../base/retry-after.js';

/**
 * Seconds until a request may be repeated, from a `Retry-After` header.
 *
 * @param value a number of seconds, or an HTTP date
 * @param date the response's `Date` header: an HTTP date is relative to the sender's clock
 * @returns whole seconds, 0 for a past date; null if the value is invalid
 */
export function retryAfterSeconds(value: string | undefined, date: string | undefined): number | null {
  const sent = date === undefined ? Number.NaN : Date.parse(date);
  const pause = retryAfterMs(value, Number.isNaN(sent) ? Date.now() : sent);
  return pause === null ? null : Math.ceil(pause / 1_000);
}
