/**
 * Seconds until a request may be repeated, from a `Retry-After` header.
 *
 * @param value a number of seconds, or an HTTP date
 * @param date the response's `Date` header: an HTTP date is relative to the sender's clock
 * @returns whole seconds, 0 for a past date; null if the value is invalid
 */
export function retryAfterSeconds(value: string | undefined, date: string | undefined): number | null {
  const text = value?.trim();
  if (text === undefined || text === '') return null;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  const until = Date.parse(text);
  if (Number.isNaN(until)) return null;
  const sent = date === undefined ? Number.NaN : Date.parse(date);
  return Math.max(0, Math.ceil((until - (Number.isNaN(sent) ? Date.now() : sent)) / 1000));
}
