import { findZone } from './find-zone.js';
import { quote, refuse, refuseZone, type TimeRefusal } from './time-reading.js';
import { plusDays, readWallTime, type WallTime, wallTimeOf } from './wall-clock.js';
import type { BundledZone } from './zone.js';

/** A local day in epoch milliseconds; excludes `to`. */
export interface DayRange {
  readonly ok: true;
  readonly from: number;
  readonly to: number;
}

/**
 * A whole local day, such as `2026-12-01`, in a zone. It is usually 23, 24 or 25 hours long, and empty for a day that
 * the zone skipped. Consecutive days have no gap between them.
 */
export function dayRange(date: string, zoneName: string): DayRange | TimeRefusal {
  const found = findZone(zoneName);
  if (!found.ok) return refuseZone(found);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date.trim()) ?? [];
  const midnight = year === undefined ? undefined : wallTimeOf(Number(year), Number(month), Number(day));
  if (midnight === undefined) {
    return refuse('time_invalid', `${quote(date)} is not a date.`, 'Write the date as 2026-12-01.');
  }
  return {
    ok: true,
    from: firstInstant(midnight, found.zone),
    to: firstInstant(plusDays(midnight, 1), found.zone),
  };
}

/** If the clocks skip midnight, the day begins at the clock change. */
function firstInstant(midnight: WallTime, zone: BundledZone): number {
  const { instant, kind } = readWallTime(midnight, zone);
  return kind === 'gap' ? (zone.lastChange(instant) ?? instant) : instant;
}
