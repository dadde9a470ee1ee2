import { readWallTime, startOfDay, type WallReading, type WallTime, wallTimeAt } from './wall-clock.js';
import { evenly, planOf, type WeeklyWindow, type WindowPlan, weekdayNumber } from './weekly-window.js';
import { BundledZone } from './zone.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const WEEK = 7 * DAY;
/** More than any zone's distance from UTC, so that wall times this far apart are in the same order as their instants. */
const MARGIN = 2 * DAY;

/**
 * How a clock change affects an occurrence.
 * `exact`: not at all. `gap`: its local time is skipped, and it moves later by the gap. `overlap`: its local time
 * occurs twice, and the first is used. `shortened`: the clocks go forward during the window, and the occurrences are
 * spaced over the rest of it. `shifted`: the rest of the window is too short, and the window moves later by the gap.
 */
type OccurrenceReading = WallReading['kind'] | 'shortened' | 'shifted';

/** One slot of a weekly window on one day. Instants are epoch milliseconds. */
export interface Occurrence {
  /** Midnight of the local day on which the window starts. */
  readonly day: WallTime;
  /** Its position in the window, from 0. The index of a further fixed time is 100 plus its minute of the day. */
  readonly index: number;
  readonly startsAt: number;
  /** Null for a fixed time. */
  readonly endsAt: number | null;
  readonly publishAt: number;
  readonly reading: OccurrenceReading;
}

/**
 * The occurrences of a weekly window in a range of epoch milliseconds that excludes `to`, day by day. A clock change
 * never drops one.
 */
export function occurrencesBetween(window: WeeklyWindow, from: number, to: number): Occurrence[] {
  const zone = BundledZone.named(window.timezone);
  const plan = planOf(window);
  const read = wallReader(zone);
  const found: Occurrence[] = [];
  // A window over midnight that also moved by a skipped day starts up to three days before its last occurrence.
  const last = startOfDay(wallTimeAt(to, zone)) + DAY;
  for (let day = startOfDay(wallTimeAt(from, zone)) - 3 * DAY; day <= last; day += DAY) {
    if (!plan.onDay[weekdayNumber(day)]) continue;
    for (const occurrence of occurrencesOn(day, plan, read)) {
      if (occurrence.publishAt >= from && occurrence.publishAt < to) found.push(occurrence);
    }
  }
  return found;
}

/** The occurrences of the window that starts on a local day; empty if none starts on it. */
export function occurrencesOfDay(window: WeeklyWindow, day: WallTime): Occurrence[] {
  const plan = planOf(window);
  return plan.onDay[weekdayNumber(day)]
    ? occurrencesOn(day, plan, wallReader(BundledZone.named(window.timezone)))
    : [];
}

/** The occurrence with an index on a local day; undefined if there is none. */
export function occurrenceAt(window: WeeklyWindow, day: WallTime, index: number): Occurrence | undefined {
  return occurrencesOfDay(window, day).find((occurrence) => occurrence.index === index);
}

function occurrencesOn(day: WallTime, plan: WindowPlan, read: (wall: WallTime) => WallReading): Occurrence[] {
  if (plan.length === null) {
    return plan.fixed.map(({ index, wall }) => {
      const { instant, kind } = read(day + wall);
      return { day, index, startsAt: instant, endsAt: null, publishAt: instant, reading: kind };
    });
  }
  const startWall = day + plan.start;
  const startsAt = read(startWall).instant;
  const endsAt = read(startWall + plan.length).instant;
  if (endsAt - startsAt >= plan.length) {
    return plan.moments.map((moment, index) => {
      const { instant, kind } = read(startWall + moment);
      return { day, index, startsAt, endsAt, publishAt: instant, reading: kind };
    });
  }
  const { moments, end, reading } = fitToRest(startsAt, endsAt, plan.length, plan.moments);
  return moments.map((moment, index) => ({
    day,
    index,
    startsAt,
    endsAt: end,
    publishAt: startsAt + moment,
    reading,
  }));
}

/** Places the occurrences of a window in which the clocks go forward, at least a minute apart. */
function fitToRest(
  startsAt: number,
  endsAt: number,
  length: number,
  moments: readonly number[],
): { moments: readonly number[]; end: number; reading: OccurrenceReading } {
  const rest = endsAt - startsAt;
  return rest >= moments.length * MINUTE
    ? { moments: evenly(rest, moments.length), end: endsAt, reading: 'shortened' }
    : { moments, end: startsAt + length, reading: 'shifted' };
}

/**
 * Reads wall times as `readWallTime` does, but faster for a sequence of them: it looks up the offset once per week
 * unless a clock change is near.
 */
function wallReader(zone: BundledZone): (wall: WallTime) => WallReading {
  let from = 0;
  let until = 0;
  let offset = 0;
  return (wall) => {
    if (wall < from || wall >= until) {
      if (zone.lastChange(wall - MARGIN) !== zone.lastChange(wall + WEEK + MARGIN)) {
        return readWallTime(wall, zone);
      }
      from = wall;
      until = wall + WEEK;
      offset = zone.offset(wall) * MINUTE;
    }
    return { instant: wall - offset, kind: 'exact' };
  };
}
