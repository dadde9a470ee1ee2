import { WEEKDAYS, type Weekday } from '../contract/schedules/weekdays.js';
import type { WallTime } from './wall-clock.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const MINUTES_OF_DAY = 1440;

/** Weekly publishing times: fixed times of day, or a window that holds several slots. */
export interface WeeklyWindow {
  /** The canonical name of an IANA zone. */
  readonly timezone: string;
  readonly days: readonly Weekday[];
  /** `HH:mm` in the zone. */
  readonly startTime: string;
  /** More fixed times, `HH:mm`; empty for a window. */
  readonly moreTimes: readonly string[];
  /** `HH:mm`, on the next day if it is not after `startTime`. Null for a fixed time. */
  readonly endTime: string | null;
  /** 1 for a fixed time. */
  readonly postsPerWindow: number;
}

/** Minutes since midnight of an `HH:mm` time; undefined for any other text. */
export function minuteOfDay(time: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

/**
 * The length of a window in minutes of wall time; 0 for a fixed time. The length of a window that ends when it starts
 * is ambiguous: callers must refuse it first.
 */
export function windowMinutes(window: Pick<WeeklyWindow, 'startTime' | 'endTime'>): number {
  if (window.endTime === null) return 0;
  return (minutesOf(window.endTime) - minutesOf(window.startTime) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
}

/** The wall times of a weekly window, computed once for all of its days. */
export interface WindowPlan {
  /** Indexed by `Date`'s weekday numbers, Sunday first. */
  readonly onDay: readonly boolean[];
  /** From midnight to the start, in milliseconds of wall time. */
  readonly start: number;
  /** From start to end, in milliseconds of wall time; null for a fixed time. */
  readonly length: number | null;
  /** From the start to each slot of a window, in milliseconds of wall time; empty for fixed times. */
  readonly moments: readonly number[];
  /** The fixed times, the earliest first; empty for a window. */
  readonly fixed: readonly FixedTime[];
}

/** A fixed time of day, and the index of its slots. */
interface FixedTime {
  readonly index: number;
  /** From midnight, in milliseconds of wall time. */
  readonly wall: number;
}

/**
 * The first index of further fixed times. Their index is their minute of the day, so that a slot keeps its id when other
 * times are added or removed. Windows have fewer slots than this.
 */
const FIRST_FIXED_INDEX = 100;

/** @throws RangeError for invalid times of day, which are refused when a window is created */
export function planOf(window: WeeklyWindow): WindowPlan {
  const length = windowMinutes(window) * MINUTE;
  const days = new Set(window.days.map((day) => (WEEKDAYS.indexOf(day) + 1) % WEEKDAYS.length));
  return {
    onDay: WEEKDAYS.map((_, day) => days.has(day)),
    start: minutesOf(window.startTime) * MINUTE,
    length: window.endTime === null ? null : length,
    moments: window.endTime === null ? [] : evenly(length, window.postsPerWindow),
    fixed: window.endTime === null ? fixedTimes(window) : [],
  };
}

function fixedTimes({ startTime, moreTimes }: WeeklyWindow): FixedTime[] {
  const more = moreTimes
    .map(minutesOf)
    .map((minute) => ({ index: FIRST_FIXED_INDEX + minute, wall: minute * MINUTE }));
  return [{ index: 0, wall: minutesOf(startTime) * MINUTE }, ...more].sort(
    (one, other) => one.wall - other.wall,
  );
}

/** Divides a length in milliseconds into `count` equal parts and returns their midpoints, rounded down to whole minutes. */
export function evenly(length: number, count: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => Math.floor(((index + 0.5) * length) / count / MINUTE) * MINUTE,
  );
}

/** `2026-12-01` for any wall time on that day. */
export function dateOf(wall: WallTime): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** The weekday of a wall time in `Date`'s numbering: Sunday is 0. */
export function weekdayNumber(wall: WallTime): number {
  // 1970-01-01 was a Thursday.
  return (((Math.floor(wall / DAY) + 4) % 7) + 7) % 7;
}

function minutesOf(time: string): number {
  const minutes = minuteOfDay(time);
  if (minutes === undefined) throw new RangeError(`${time} is not a time of day.`);
  return minutes;
}
