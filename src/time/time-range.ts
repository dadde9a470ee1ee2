import { parseIsoTime } from './iso-time.js';
import { quote, refuse, type TimeRefusal } from './time-reading.js';
import { dayRange } from './zoned-days.js';

const DAY = 24 * 60 * 60_000;

/** The first and the last instant in UTC whose year has four digits: others cannot be written as in all responses. */
const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

const withinYears = (instant: number): number => Math.min(Math.max(instant, FIRST_INSTANT), LAST_INSTANT);

export interface TimeRangeInput {
  /** ISO 8601 with an offset, or a local day. */
  readonly from?: string | undefined;
  /** The same; a day is included to its end. */
  readonly to?: string | undefined;
  /** The zone of local days. */
  readonly timezone: string;
  /** The default for `from`: the current time in epoch milliseconds. */
  readonly now: number;
  /** The length in days of a range without `to`. */
  readonly defaultDays: number;
  readonly maxDays: number;
}

/** A range in epoch milliseconds that excludes `to`. */
export interface TimeRange {
  readonly ok: true;
  readonly from: number;
  readonly to: number;
}

/** An invalid range, with the field that is wrong. */
export interface RangeRefusal extends TimeRefusal {
  readonly field: 'from' | 'to';
}

export function readTimeRange(input: TimeRangeInput): TimeRange | RangeRefusal {
  const from = input.from === undefined ? input.now : readEnd(input.from, 'from', input.timezone);
  if (typeof from !== 'number') return from;
  const to =
    input.to === undefined
      ? withinYears(from + input.defaultDays * DAY)
      : readEnd(input.to, 'to', input.timezone);
  if (typeof to !== 'number') return to;
  if (to <= from) {
    const start = new Date(from).toISOString();
    return {
      ...refuse('time_invalid', `\`to\` is not after \`from\` (${start}).`, 'Give a later `to`, or omit it.'),
      field: 'to',
    };
  }
  if (to - from > input.maxDays * DAY) {
    return {
      ...refuse(
        'time_invalid',
        `The range is longer than ${input.maxDays} days.`,
        `Give a \`to\` up to ${new Date(from + input.maxDays * DAY).toISOString()}, and request the rest separately.`,
      ),
      field: 'to',
    };
  }
  return { ok: true, from, to };
}

function readEnd(text: string, field: 'from' | 'to', timezone: string): number | RangeRefusal {
  const time = parseIsoTime(text.trim());
  if (!time.ok) return { ...time, field };
  if (time.dateOnly) {
    const range = dayRange(text, timezone);
    return range.ok ? withinYears(range[field]) : { ...range, field };
  }
  if (time.offset !== undefined) return withinYears(time.wall - time.offset * 60_000);
  return {
    ...refuse(
      'time_required',
      `${quote(text)} has no offset, so it could be any of about 40 instants.`,
      `Add an offset (${text}Z for UTC), or give a date (${text.slice(0, 10)}).`,
    ),
    field,
  };
}
