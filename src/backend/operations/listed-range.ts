import { readTimeRange, type TimeRange } from '../../time/time-range.js';
import { RequestRefused } from './refusal.js';

/** Length of a range without an end, in days: effectively unbounded. */
const UNBOUNDED_DAYS = 365 * 1000;

/**
 * Reads the time range of a list request.
 *
 * @param timezone zone in which bare dates are read
 * @param startParameter name of the query parameter that holds the start
 * @returns undefined if the request names no range
 * @throws RequestRefused for a value that is not a time
 */
export function listedRange(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  timezone: string,
  startParameter: 'from' | 'since' = 'from',
): TimeRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  const days = { defaultDays: UNBOUNDED_DAYS, maxDays: 2 * UNBOUNDED_DAYS };
  const range = readTimeRange({ from, to, timezone, now: 0, ...days });
  if (range.ok) return range;
  const { code, message, fix } = range;
  const field = range.field === 'from' ? startParameter : 'to';
  throw new RequestRefused('validation_failed', `${message} ${fix}`, {
    errors: [{ code, severity: 'error', message, field, fix }],
  });
}
