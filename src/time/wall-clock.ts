import type { BundledZone } from './zone.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/**
 * A local date and time without a zone, as the epoch milliseconds at which a clock in UTC shows the same. Calendar
 * arithmetic uses these numbers and `Date`'s UTC methods, which ignore zones.
 */
export type WallTime = number;

/** A wall time in a zone. It can occur once, never (the clocks went forward) or twice (they went back). */
export interface WallReading {
  /** The instant to use, in epoch milliseconds. */
  readonly instant: number;
  readonly kind: 'exact' | 'gap' | 'overlap';
  /** With `overlap`: the second instant with this wall time. */
  readonly second?: number;
}

/** The wall time in a zone at an instant (epoch milliseconds). */
export function wallTimeAt(instant: number, zone: BundledZone): WallTime {
  return instant + zone.offset(instant) * MINUTE;
}

/**
 * The instant of a wall time. In a gap it uses the offset from before the gap (02:30 becomes 03:30); in an overlap it
 * is the first. This is RFC 5545, 3.3.5, and Temporal's `compatible`.
 */
export function readWallTime(wall: WallTime, zone: BundledZone): WallReading {
  // No zone is more than 14 hours from UTC, and since 1970 none has changed its offset twice within two days.
  const before = wall - zone.offset(wall - DAY) * MINUTE;
  const after = wall - zone.offset(wall + DAY) * MINUTE;
  const fits = (instant: number) => wallTimeAt(instant, zone) === wall;
  if (!fits(before))
    return fits(after) ? { instant: after, kind: 'exact' } : { instant: before, kind: 'gap' };
  if (before === after || !fits(after)) return { instant: before, kind: 'exact' };
  return { instant: before, kind: 'overlap', second: after };
}

/** The wall time of a date and time of day; undefined if the date or the time does not exist. */
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

/** Midnight at the start of a wall time's day. */
export function startOfDay(wall: WallTime): WallTime {
  return Math.floor(wall / DAY) * DAY;
}

/** The same time of day on another day; `days` may be negative. */
export function plusDays(wall: WallTime, days: number): WallTime {
  return wall + days * DAY;
}
