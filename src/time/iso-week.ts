import { type WallTime, wallTimeOf } from './wall-clock.js';
import { dateOf, weekdayNumber } from './weekly-window.js';

const DAY = 24 * 60 * 60_000;

/** A calendar week, Monday to Sunday (ISO 8601), independent of any zone. */
export interface IsoWeek {
  /** `2026-W49`. */
  readonly name: string;
  /** Midnight of its Monday. */
  readonly monday: WallTime;
}

/** The week of a day. Its year is the year of its Thursday. */
export function weekOf(wall: WallTime): IsoWeek {
  const day = Math.floor(wall / DAY) * DAY;
  const monday = day - ((weekdayNumber(day) + 6) % 7) * DAY;
  const thursday = new Date(monday + 3 * DAY);
  const year = thursday.getUTCFullYear();
  const number = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY));
  return { name: `${year}-W${String(number).padStart(2, '0')}`, monday };
}

/** The years of weeks that can be read: the names of others do not have four digits. */
export const WEEK_YEARS = { first: 1000, last: 9999 } as const;

/** Reads `2026-W49`, or any day of that week as `2026-12-01`; undefined for any other text. */
export function readWeek(text: string): IsoWeek | undefined {
  const week = anyWeek(text);
  if (week === undefined) return undefined;
  const years = [week.monday, week.monday + 6 * DAY].map((day) => new Date(day).getUTCFullYear());
  return years.every((year) => year >= WEEK_YEARS.first && year <= WEEK_YEARS.last) ? week : undefined;
}

function anyWeek(text: string): IsoWeek | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year !== undefined) {
    const wall = wallTimeOf(Number(year), Number(month), Number(day));
    return wall === undefined ? undefined : weekOf(wall);
  }
  const [, weekYear, number] = /^(\d{4})-?W(\d{2})$/i.exec(text) ?? [];
  if (weekYear === undefined) return undefined;
  // 4 January is always in the first week.
  const first = weekOf(Date.UTC(Number(weekYear), 0, 4));
  const week = weekOf(first.monday + (Number(number) - 1) * 7 * DAY);
  return week.name === `${weekYear}-W${number}` ? week : undefined;
}

/** The dates of a week, Monday first. */
export function daysOf(week: IsoWeek): string[] {
  return Array.from({ length: 7 }, (_, index) => dateOf(week.monday + index * DAY));
}
