/** A date as a page or feed gives it. */
export interface WrittenDate {
  /** ISO 8601: a time with its offset from UTC, a time without one, or a day. */
  readonly written: string;
  /** ISO 8601 in UTC; null if the time zone is not known. */
  readonly instant: string | null;
}

const ISO =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?\s?(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** The date format of mail headers, which RSS uses too (RFC 822). */
const MAIL =
  /^(?:[a-z]{3,9},? )?(?<day>\d{1,2}) (?<name>[a-z]{3})[a-z]{0,6} (?<year>\d{4}|\d{2}) (?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?: (?<zone>[a-z]{1,3}|[+-]\d{4}))?$/i;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Offsets of the zones that RFC 822 names, in hours. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  edt: -4,
  est: -5,
  cdt: -5,
  cst: -6,
  mdt: -6,
  mst: -7,
  pdt: -7,
  pst: -8,
};

/** Reads a date. A missing time zone is not made up; null if it is no date. */
export function readDate(text: string): WrittenDate | null {
  const line = text.trim().replace(/\s+/g, ' ');
  const parts = (ISO.exec(line) ?? MAIL.exec(line))?.groups;
  if (parts === undefined) return null;
  const month = parts['month'] ?? two(MONTHS.indexOf(parts['name']?.toLowerCase() ?? '') + 1);
  const day = `${fullYear(parts['year'] ?? '')}-${month}-${two(parts['day'])}`;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // A day that does not exist becomes one of the next month.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  if (parts['hour'] === undefined) return { written: day, instant: null };
  const time = `${two(parts['hour'])}:${parts['minute']}:${parts['second'] ?? '00'}`;
  const offset = offsetOf(parts['zone']?.toLowerCase());
  const written = `${day}T${time}${offset}`;
  const parsed = Date.parse(offset === '' ? `${written}Z` : written);
  if (Number.isNaN(parsed)) return null;
  return { written, instant: offset === '' ? null : new Date(parsed).toISOString() };
}

/** `Z`, `+01:00`, or nothing if the zone is missing or unknown. */
function offsetOf(zone: string | undefined): string {
  if (zone === undefined) return '';
  if (/^[+-]/.test(zone)) return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const hours = ZONES[zone];
  if (hours === undefined) return '';
  return hours === 0 ? 'Z' : `-${two(-hours)}:00`;
}

function fullYear(year: string): string {
  return year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`;
}

function two(value: string | number | undefined): string {
  return String(value ?? '').padStart(2, '0');
}
