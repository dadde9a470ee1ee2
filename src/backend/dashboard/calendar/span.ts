import { weekOf } from '../../../time/iso-week.js';
import { plusDays, startOfDay, type WallTime, wallTimeOf } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';

/** How the calendar is looked at. `list` is the week in words, as it is on a phone. */
export const VIEWS = ['week', 'month', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** A stretch of whole days that a page shows, in no zone: days of a calendar on a wall. */
export interface Span {
  readonly view: View;
  /** The day that it was asked for by. */
  readonly date: string;
  /** First and last day, `2026-12-01`. */
  readonly from: string;
  readonly to: string;
  /** `30 November – 6 December 2026`, or `December 2026`. */
  readonly title: string;
  /** Days by which the spans before and after are asked for. */
  readonly previous: string;
  readonly next: string;
}

/** The years that the page turns to: beyond them nobody plans, and a mistyped date is more likely. */
const YEARS = { first: 1970, last: 2399 };

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAYS = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
});
const DAY = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
});

/**
 * The span that an address asks for.
 *
 * @param asked `view` and `date` as they stand in the address: what cannot be read is this week
 * @param today what a clock in the workspace's zone shows now
 */
export function spanOf(
  asked: { readonly view: string | null; readonly date: string | null },
  today: WallTime,
): Span {
  const view = VIEWS.find((known) => known === asked.view) ?? 'week';
  const day = readDate(asked.date ?? '') ?? startOfDay(today);
  return view === 'month' ? monthSpan(day) : weekSpan(view, day);
}

/** Midnight of `2026-12-01` on the clock; undefined for what is no day, or too far away. */
export function readDate(text: string): WallTime | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || Number(year) < YEARS.first || Number(year) > YEARS.last) return undefined;
  return wallTimeOf(Number(year), Number(month), Number(day));
}

/** `Tuesday 1 December` for `2026-12-01`. */
export function spokenDay(date: string): string {
  return DAY.format(readDate(date)).replace(',', '');
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

/** The first day of a month, so many after that of a day. */
function monthFrom(day: WallTime, months: number): WallTime {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}
