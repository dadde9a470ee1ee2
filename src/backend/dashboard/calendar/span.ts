import { weekOf } from '../../../time/iso-week.js';
import { plusDays, startOfDay, type WallTime, wallTimeOf } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';

/** `list` shows the week as a list, as on a phone. */
export const VIEWS = ['week', 'month', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** The range of days that a page shows. The days have no time zone. */
export interface Span {
  readonly view: View;
  /** The day from the address. */
  readonly date: string;
  /** First and last day, `2026-12-01`. */
  readonly from: string;
  readonly to: string;
  /** `30 November – 6 December 2026`, or `December 2026`. */
  readonly title: string;
  /** Days that lead to the previous and the next span. */
  readonly previous: string;
  readonly next: string;
}

/** A year outside this range is more likely a typo. */
const YEARS = { first: 1970, last: 2399 };

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAYS = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
});
const DAY = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
});

const SHORT = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', SHORT);
const SHORT_DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', { ...SHORT, year: 'numeric' });

/**
 * The span for an address.
 *
 * @param asked `view` and `date` from the address; invalid values give the current week
 * @param today the current wall time in the workspace’s zone
 */
export function spanOf(
  asked: { readonly view: string | null; readonly date: string | null },
  today: WallTime,
): Span {
  const view = VIEWS.find((known) => known === asked.view) ?? 'week';
  const day = readDate(asked.date ?? '') ?? startOfDay(today);
  return view === 'month' ? monthSpan(day) : weekSpan(view, day);
}

/** Midnight of `2026-12-01`; undefined if it is not a date, or out of range. */
export function readDate(text: string): WallTime | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || Number(year) < YEARS.first || Number(year) > YEARS.last) return undefined;
  return wallTimeOf(Number(year), Number(month), Number(day));
}

/** `Tuesday 1 December` for `2026-12-01`. */
export function spokenDay(date: string): string {
  return DAY.format(readDate(date)).replace(',', '');
}

/** `Tue 1 Dec` for `2026-12-01`, with the year if it is not that of `today`. */
export function shortDay(date: string, today: WallTime): string {
  const day = readDate(date);
  if (day === undefined) return date;
  const isThisYear = new Date(day).getUTCFullYear() === new Date(today).getUTCFullYear();
  return (isThisYear ? SHORT_DAY : SHORT_DAY_OF_YEAR).format(day).replace(',', '');
}

function weekSpan(view: View, day: WallTime): Span {
  const { monday } = weekOf(day);
  const sunday = plusDays(monday, 6);
  return {
    view,
    date: dateOf(day),
    from: dateOf(monday),
    to: dateOf(sunday),
    title: DAYS.formatRange(monday, sunday),
    previous: dateOf(plusDays(monday, -7)),
    next: dateOf(plusDays(monday, 7)),
  };
}

function monthSpan(day: WallTime): Span {
  const first = monthFrom(day, 0);
  const next = monthFrom(day, 1);
  return {
    view: 'month',
    date: dateOf(day),
    from: dateOf(first),
    to: dateOf(plusDays(next, -1)),
    title: MONTH.format(day),
    previous: dateOf(monthFrom(day, -1)),
    next: dateOf(next),
  };
}

/** The first day of the month that many months after that of `day`. */
function monthFrom(day: WallTime, months: number): WallTime {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}
