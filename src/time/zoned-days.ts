import { findZone } from './find-zone.js';
import { quote, refuse, refuseZone, type TimeRefusal } from './time-reading.js';
import { plusDays, readWallTime, type WallTime, wallTimeOf } from './wall-clock.js';
import type { BundledZone } from './zone.js';

/** The instants of a local day in epoch milliseconds: from `from` up to but without `to`. */
export interface DayRange {
  readonly ok: true;
  readonly from: number;
  readonly to: number;
}

/**
 * The instants of a whole local day, `2026-12-01`, in a zone: 23, 24 or 25 hours, and none for a day that the zone
 * skipped. Days follow on each other without gaps.
 */
export function dayRange(date: string, zoneName: string): DayRange | TimeRefusal {
  const found = findZone(zoneName);
  if (!found.ok) return refuseZone(found.message, found.suggestions);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date.trim()) ?? [];
  const midnight = year === undefined ? undefined : wallTimeOf(Number(year), Number(month), Number(day));
  if (midnight === undefined) {
    return refuse(
      'time_invalid',
      `${quote(date)} is no day of the calendar.`,
      'Write the day as 2026-12-01.',
    );
  }
  return {
    ok: true,
    from: firstInstant(midnight, found.zone),
    to: firstInstant(plusDays(midnight, 1), found.zone),
  };
}

/** A day whose midnight the clocks jump over begins when they jump. */
function firstInstant(midnight: WallTime, zone: BundledZone): number {
  const { instant, kind } = readWallTime(midnight, zone);
  return kind === 'gap' ? (zone.lastChange(instant) ?? instant) : instant;
}
