import { parseIsoTime } from './iso-time.js';
import { quote, refuse, type TimeRefusal } from './time-reading.js';
import { dayRange } from './zoned-days.js';

const DAY = 24 * 60 * 60_000;

export interface TimeRangeInput {
  /** ISO 8601 with an offset, or a whole local day. */
  readonly from?: string | undefined;
  /** The same; a day is meant to its end. */
  readonly to?: string | undefined;
  /** The zone of whole days. */
  readonly timezone: string;
  /** Where the range begins that has no `from`: epoch milliseconds. */
  readonly now: number;
  /** How long the range is that has no `to`, in days. */
  readonly defaultDays: number;
  /** How long it may be, in days. */
  readonly maxDays: number;
}

/** Instants from `from` up to but without `to`, in epoch milliseconds. */
export interface TimeRange {
  readonly ok: true;
  readonly from: number;
  readonly to: number;
}

/** A range that cannot be used, and which end of it is at fault. */
export interface RangeRefusal extends TimeRefusal {
  readonly field: 'from' | 'to';
}

/** Reads the range of a list from a request. */
export function readTimeRange(input: TimeRangeInput): TimeRange | RangeRefusal {
  const from = input.from === undefined ? input.now : readEnd(input.from, 'from', input.timezone);
  if (typeof from !== 'number') return from;
  const to =
    input.to === undefined ? from + input.defaultDays * DAY : readEnd(input.to, 'to', input.timezone);
  if (typeof to !== 'number') return to;
  if (to <= from) {
    const began = new Date(from).toISOString();
    return {
      ...refuse(
        'time_invalid',
        `\`to\` is not after \`from\` (${began}).`,
        'Give a later `to`, or leave it out.',
      ),
      field: 'to',
    };
  }
  if (to - from > input.maxDays * DAY) {
    return {
      ...refuse(
        'time_invalid',
        `The range is longer than ${input.maxDays} days.`,
        `Give a \`to\` up to ${new Date(from + input.maxDays * DAY).toISOString()}, and ask again for what comes after.`,
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
    return range.ok ? range[field] : { ...range, field };
  }
  if (time.offset !== undefined) return time.wall - time.offset * 60_000;
  return {
    ...refuse(
      'time_required',
      `${quote(text)} has no offset, so it could mean any of some forty instants.`,
      `Add an offset (${text}Z for UTC), or give a whole day (${text.slice(0, 10)}).`,
    ),
    field,
  };
}
