import { startOfDay, type WallReading, type WallTime, wallTimeAt } from './wall-clock.js';
import { wallReader } from './wall-reader.js';
import { evenly, planOf, type WeeklyWindow, type WindowPlan, weekdayNumber } from './weekly-window.js';
import { BundledZone } from './zone.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/**
 * How an instant was found on a day on which the clocks are changed:
 * `exact`: they are not changed over it. `gap`: they jump over it, and it comes later by the jump. `overlap`: it
 * comes twice, and is the first. `shortened`: they jump inside the window, and the instants are spaced over what is
 * left of it. `shifted`: the jump leaves no room in the window, which comes later by the jump.
 */
type OccurrenceReading = WallReading['kind'] | 'shortened' | 'shifted';

/** One instant of a weekly window. Instants are epoch milliseconds. */
export interface Occurrence {
  /** Midnight of the local day on which the window begins. */
  readonly day: WallTime;
  /** Its place in the window, from 0. */
  readonly index: number;
  readonly startsAt: number;
  /** Null for a fixed time. */
  readonly endsAt: number | null;
  readonly publishAt: number;
  readonly reading: OccurrenceReading;
}

/**
 * The instants of a weekly window from `from` up to but without `to` (epoch milliseconds), day by day. None is ever
 * left out for a change of the clocks.
 */
export function occurrencesBetween(window: WeeklyWindow, from: number, to: number): Occurrence[] {
  const zone = BundledZone.named(window.timezone);
  const plan = planOf(window);
  const read = wallReader(zone);
  const found: Occurrence[] = [];
  // A window over midnight, late by a day that the zone skipped, began up to three days before its last instant.
  const last = startOfDay(wallTimeAt(to, zone)) + DAY;
  for (let day = startOfDay(wallTimeAt(from, zone)) - 3 * DAY; day <= last; day += DAY) {
    if (!plan.onDay[weekdayNumber(day)]) continue;
    for (const occurrence of occurrencesOn(day, plan, read)) {
      if (occurrence.publishAt >= from && occurrence.publishAt < to) found.push(occurrence);
    }
  }
  return found;
}

/** The instants of the window that begins on one local day; none where the window does not begin on it. */
export function occurrencesOfDay(window: WeeklyWindow, day: WallTime): Occurrence[] {
  const plan = planOf(window);
  return plan.onDay[weekdayNumber(day)]
    ? occurrencesOn(day, plan, wallReader(BundledZone.named(window.timezone)))
    : [];
}

function occurrencesOn(day: WallTime, plan: WindowPlan, read: (wall: WallTime) => WallReading): Occurrence[] {
  const startWall = day + plan.start;
  const start = read(startWall);
  const startsAt = start.instant;
  if (plan.length === null) {
    return [{ day, index: 0, startsAt, endsAt: null, publishAt: startsAt, reading: start.kind }];
  }
  const endsAt = read(startWall + plan.length).instant;
  if (endsAt - startsAt >= plan.length) {
    return plan.moments.map((moment, index) => {
      const { instant, kind } = read(startWall + moment);
      return { day, index, startsAt, endsAt, publishAt: instant, reading: kind };
    });
  }
  const { moments, end, reading } = roomLeft(startsAt, endsAt, plan.length, plan.moments);
  return moments.map((moment, index) => ({
    day,
    index,
    startsAt,
    endsAt: end,
    publishAt: startsAt + moment,
    reading,
  }));
}

/** Where the instants of a window go whose clocks jump inside it: two never fall together. */
function roomLeft(
  startsAt: number,
  endsAt: number,
  length: number,
  moments: readonly number[],
): { moments: readonly number[]; end: number; reading: OccurrenceReading } {
  const room = endsAt - startsAt;
  return room >= moments.length * MINUTE
    ? { moments: evenly(room, moments.length), end: endsAt, reading: 'shortened' }
    : { moments, end: startsAt + length, reading: 'shifted' };
}
