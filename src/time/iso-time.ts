import { quote, refuse, type TimeRefusal } from './time-reading.js';
import { plusDays, type WallTime, wallTimeOf } from './wall-clock.js';

/** What an ISO 8601 text says, before any zone is consulted. */
export interface IsoTime {
  readonly ok: true;
  readonly wall: WallTime;
  /** Whether it names a day and no time; `wall` is then its midnight. */
  readonly dateOnly: boolean;
  /** Minutes east of Greenwich, where an offset or `Z` is written. */
  readonly offset: number | undefined;
  /** The zone in brackets behind the time, as in `2026-12-01T09:00+01:00[Europe/Berlin]` (RFC 9557). */
  readonly zone: string | undefined;
}

const DATE = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const TIME = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?`;
const OFFSET = String.raw`(z|[+\-\u2212]\d{2}(?::?\d{2})?)`;
const ISO_TIME = new RegExp(`^${DATE}(?:(?:t|\\s+)${TIME}\\s*${OFFSET}?\\s*(?:\\[!?([^\\]=]+)\\])?)?$`, 'i');

/** No time with a zone behind it is longer; longer texts are not worth matching. */
const LONGEST = 100;

/** The widest offset that a zone has, in minutes. */
const WIDEST_OFFSET = 14 * 60;

const FORM =
  'Write ISO 8601, such as 2026-12-01T09:00+01:00, 2026-12-01T08:00:00Z, or 2026-12-01T09:00 with `timezone`.';

/** Reads ISO 8601 in its extended form, a space allowed for the `T`. */
export function parseIsoTime(text: string): IsoTime | TimeRefusal {
  const match = text.length > LONGEST ? null : ISO_TIME.exec(text);
  if (!match) return refuse('time_invalid', unreadable(text), FORM);
  const [, year = '', month = '', day = '', hour, minute, second = '0', fraction = '', offset, zone] = match;
  const midnight = wallTimeOf(Number(year), Number(month), Number(day));
  if (midnight === undefined) return refuse('time_invalid', `There is no day ${year}-${month}-${day}.`, FORM);
  const minutes = offset === undefined ? undefined : offsetMinutes(offset);
  if (Number.isNaN(minutes) || Math.abs(minutes ?? 0) > WIDEST_OFFSET) {
    return refuse('time_invalid', `There is no offset ${offset}: they go from -12:00 to +14:00.`, FORM);
  }
  if (hour === undefined)
    return { ok: true, wall: midnight, dateOnly: true, offset: undefined, zone: undefined };
  const wall = timeOfDay(midnight, Number(hour), Number(minute), Number(second), fraction);
  if (wall === undefined) {
    const time = [hour, minute, match[6]].filter((part) => part !== undefined).join(':');
    return refuse('time_invalid', `There is no time of day ${time}.`, FORM);
  }
  return { ok: true, wall, dateOnly: false, offset: minutes, zone };
}

/** ISO 8601 lets 24:00 stand for the end of a day. */
function timeOfDay(midnight: WallTime, hour: number, minute: number, second: number, fraction: string) {
  if (hour === 24 && minute === 0 && second === 0 && Number(fraction) === 0) return plusDays(midnight, 1);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return midnight + ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
}

function offsetMinutes(offset: string): number {
  if (/^z$/i.test(offset)) return 0;
  const digits = offset.slice(1).replace(':', '');
  const minutes = Number(digits.slice(2) || '0');
  if (minutes > 59) return Number.NaN;
  const total = Number(digits.slice(0, 2)) * 60 + minutes;
  return offset.startsWith('+') || total === 0 ? total : -total;
}

function unreadable(text: string): string {
  if (/^\d{10}(?:\d{3})?$/.test(text)) {
    const instant = new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString();
    return `${quote(text)} is a count since 1970; as a Unix time it would be ${instant}.`;
  }
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+ \d{2}:?\d{2}$/i.test(text)) {
    return `${quote(text)} has lost the + of its offset: in a URL it is written %2B.`;
  }
  return `${quote(text)} is no time in ISO 8601.`;
}
