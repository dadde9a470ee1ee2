import type { BundledZone } from './zone.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/**
 * What a clock on a wall shows, as the epoch milliseconds at which a clock in UTC shows the same. A calendar's
 * arithmetic is done on such numbers with `Date`'s UTC methods, which know no zone.
 */
export type WallTime = number;

/** What a wall time means in a zone: once, never (the clocks jumped over it) or twice (they went back). */
export interface WallReading {
  /** The instant that it is taken for, in epoch milliseconds. */
  readonly instant: number;
  readonly kind: 'exact' | 'gap' | 'overlap';
  /** With `overlap`: the second instant with this wall time. */
  readonly second?: number;
}

/** What a clock in the zone shows at an instant (epoch milliseconds). */
export function wallTimeAt(instant: number, zone: BundledZone): WallTime {
  return instant + zone.offset(instant) * MINUTE;
}

/**
 * The instant of a wall time: in a gap with the offset from before it (02:30 becomes 03:30), in an overlap the first.
 * That is RFC 5545, 3.3.5, and Temporal's `compatible`.
 */
export function readWallTime(wall: WallTime, zone: BundledZone): WallReading {
  // No zone is more than 14 hours from UTC and none has changed twice within two days since 1970.
  const before = wall - zone.offset(wall - DAY) * MINUTE;
  const after = wall - zone.offset(wall + DAY) * MINUTE;
  const fits = (instant: number) => wallTimeAt(instant, zone) === wall;
  if (!fits(before))
    return fits(after) ? { instant: after, kind: 'exact' } : { instant: before, kind: 'gap' };
  if (before === after || !fits(after)) return { instant: before, kind: 'exact' };
  return { instant: before, kind: 'overlap', second: after };
}

/** The wall time of a date and time of day; undefined where the calendar has no such day or the clock no such time. */
export function wallTimeOf(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
): WallTime | undefined {
  const wall = new Date(0);
  wall.setUTCFullYear(year, month - 1, day);
  if (wall.getUTCMonth() !== month - 1 || wall.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return wall.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
}

/** The wall time of the midnight with which the day of a wall time begins. */
export function startOfDay(wall: WallTime): WallTime {
  return Math.floor(wall / DAY) * DAY;
}

/** The same time of day, so many days later or (negative) earlier. */
export function plusDays(wall: WallTime, days: number): WallTime {
  return wall + days * DAY;
}
