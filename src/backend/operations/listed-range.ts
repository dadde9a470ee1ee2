import { readTimeRange, type TimeRange } from '../../time/time-range.js';
import { RequestRefused } from './refusal.js';

/** A list reaches as far as anybody asks: a range without an end has this length, in days. */
const WITHOUT_END_DAYS = 365 * 1000;

/**
 * The range that a list is asked for; undefined: all of it.
 *
 * @param timezone the zone of whole days
 * @param begins the query parameter that says where it begins
 * @throws RequestRefused for an end that is no time
 */
export function listedRange(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  timezone: string,
  begins: 'from' | 'since' = 'from',
): TimeRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  const days = { defaultDays: WITHOUT_END_DAYS, maxDays: 2 * WITHOUT_END_DAYS };
  const range = readTimeRange({ from, to, timezone, now: 0, ...days });
  if (range.ok) return range;
  const { code, message, fix } = range;
  const field = range.field === 'from' ? begins : 'to';
  throw new RequestRefused('validation_failed', `Query parameter \`${field}\`: ${message} ${fix}`, {
    errors: [{ code, severity: 'error', message, field, fix }],
  });
}
