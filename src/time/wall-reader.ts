import { readWallTime, type WallReading, type WallTime } from './wall-clock.js';
import type { BundledZone } from './zone.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const WEEK = 7 * DAY;
/** More than any zone's distance from UTC, so that wall times this far apart are in the same order as their instants. */
const MARGIN = 2 * DAY;

/**
 * Reads wall times as `readWallTime` does, but faster for a sequence of them: it looks up the offset once per week
 * unless a clock change is near.
 */
export function wallReader(zone: BundledZone): (wall: WallTime) => WallReading {
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
