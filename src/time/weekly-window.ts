import { WEEKDAYS, type Weekday } from '../contract/schedules/weekdays.js';
import type { WallTime } from './wall-clock.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const MINUTES_OF_DAY = 1440;

/** Times of the week at which there is something to publish: fixed ones, or windows with several in each. */
export interface WeeklyWindow {
  /** Canonical name of an IANA zone. */
  readonly timezone: string;
  readonly days: readonly Weekday[];
  /** `HH:mm` on a clock in the zone. */
  readonly startTime: string;
  /** `HH:mm`; not after `startTime`, it is meant on the next day. Null: a fixed time. */
  readonly endTime: string | null;
  /** How many instants a window holds; 1 for a fixed time. */
  readonly postsPerWindow: number;
}

/** Minutes since midnight of a time of day as `HH:mm`; undefined for what is none. */
export function minuteOfDay(time: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

/**
 * Minutes on the clock from the start of a window to its end; 0 for a fixed time. A window that ends as it starts
 * has no length that could be told: callers refuse it before.
 */
export function windowMinutes(window: Pick<WeeklyWindow, 'startTime' | 'endTime'>): number {
  if (window.endTime === null) return 0;
  return (minutesOf(window.endTime) - minutesOf(window.startTime) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
}

/** What a weekly window comes to on a clock, worked out once for all of its days. */
export interface WindowPlan {
  /** By `Date`'s numbering of weekdays, Sunday first. */
  readonly onDay: readonly boolean[];
  /** From midnight to the start, in milliseconds on the clock. */
  readonly start: number;
  /** From start to end, in milliseconds on the clock; null for a fixed time. */
  readonly length: number | null;
  /** From the start to each instant, in milliseconds on the clock. */
  readonly moments: readonly number[];
}

/** @throws RangeError for times of day that are none: they were refused when the window was made */
export function planOf(window: WeeklyWindow): WindowPlan {
  const length = windowMinutes(window) * MINUTE;
  const days = new Set(window.days.map((day) => (WEEKDAYS.indexOf(day) + 1) % WEEKDAYS.length));
  return {
    onDay: WEEKDAYS.map((_, day) => days.has(day)),
    start: minutesOf(window.startTime) * MINUTE,
    length: window.endTime === null ? null : length,
    moments: window.endTime === null ? [0] : evenly(length, window.postsPerWindow),
  };
}

/** The middles of so many equal parts of a length in milliseconds, on whole minutes: for one part, the middle. */
export function evenly(length: number, count: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => Math.floor(((index + 0.5) * length) / count / MINUTE) * MINUTE,
  );
}

/** `2026-12-01` for any wall time of that day. */
export function dateOf(wall: WallTime): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** The day of the week of a wall time as `Date` counts it, Sunday 0. */
export function weekdayNumber(wall: WallTime): number {
  // 1970-01-01 was a Thursday.
  return (((Math.floor(wall / DAY) + 4) % 7) + 7) % 7;
}

function minutesOf(time: string): number {
  const minutes = minuteOfDay(time);
  if (minutes === undefined) throw new RangeError(`${time} is no time of day.`);
  return minutes;
}
