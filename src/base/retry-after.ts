/**
 * How long a `Retry-After` header asks to wait.
 *
 * @param header a number of seconds, or an HTTP date
 * @param now what a date is compared with, epoch milliseconds
 * @returns milliseconds, 0 for a past date; null if the header is absent or unreadable
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
