import { quote, refuse, type TimeRefusal } from './time-reading.js';
import { plusDays, type WallTime, wallTimeOf } from './wall-clock.js';

/** A parsed ISO 8601 text, before a zone is applied. */
export interface IsoTime {
  readonly ok: true;
  readonly wall: WallTime;
  /** Whether it is a date without a time; `wall` is then midnight. */
  readonly dateOnly: boolean;
  /** Minutes east of Greenwich, if the text has an offset or `Z`. */
  readonly offset: number | undefined;
  /** The zone in brackets after the time, as in `2026-12-01T09:00+01:00[Europe/Berlin]` (RFC 9557). */
  readonly zone: string | undefined;
}

const DATE = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const TIME = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?`;
const OFFSET = String.raw`(z|[+\-\u2212]\d{2}(?::?\d{2})?)`;
const ISO_TIME = new RegExp(`^${DATE}(?:(?:t|\\s+)${TIME}\\s*${OFFSET}?\\s*(?:\\[!?([^\\]=]+)\\])?)?$`, 'i');

/** No valid time is longer, even with a zone. Longer texts are not matched against the pattern. */
const MAX_LENGTH = 100;

/** The largest offset of any zone, in minutes. */
const MAX_OFFSET = 14 * 60;

const FORM =
  'Write it as 2026-12-01T09:00+01:00 or 2026-12-01T08:00:00Z, or as 2026-12-01T09:00 with `timezone`.';

/** Reads ISO 8601 in its extended form. A space may replace the `T`. */
export function parseIsoTime(text: string): IsoTime | TimeRefusal {
  const match = text.length > MAX_LENGTH ? null : ISO_TIME.exec(text);
  if (!match) return refuse('time_invalid', unreadable(text), FORM);
  const [, year = '', month = '', day = '', hour, minute, second = '0', fraction = '', offset, zone] = match;
  const midnight = wallTimeOf(Number(year), Number(month), Number(day));
  if (midnight === undefined)
    return refuse('time_invalid', `The date ${year}-${month}-${day} does not exist.`, FORM);
  const minutes = offset === undefined ? undefined : offsetMinutes(offset);
  if (Number.isNaN(minutes) || Math.abs(minutes ?? 0) > MAX_OFFSET) {
    return refuse(
      'time_invalid',
      `The offset ${offset} does not exist: offsets range from -12:00 to +14:00.`,
      FORM,
    );
  }
  if (hour === undefined)
    return { ok: true, wall: midnight, dateOnly: true, offset: undefined, zone: undefined };
  const wall = timeOfDay(midnight, Number(hour), Number(minute), Number(second), fraction);
  if (wall === undefined) {
    const time = [hour, minute, match[6]].filter((part) => part !== undefined).join(':');
    return refuse('time_invalid', `The time of day ${time} does not exist.`, FORM);
  }
  return { ok: true, wall, dateOnly: false, offset: minutes, zone };
}

/** In ISO 8601, 24:00 is the end of a day. */
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
    return `${quote(text)} is not a time in ISO 8601. As a Unix timestamp it is ${instant}.`;
  }
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+ \d{2}:?\d{2}$/i.test(text)) {
    return `${quote(text)} has lost the + of its offset: encode it as %2B in a URL.`;
  }
  return `${quote(text)} is not a time in ISO 8601.`;
}
