import type { ZoneRefusal } from './find-zone.js';
import { localForm, relativeForm, wallForm } from './forms.js';
import { readWallTime, type WallTime, wallTimeAt } from './wall-clock.js';
import { type BundledZone, formatOffset } from './zone.js';

const MINUTE = 60_000;

/** A time further ahead is probably a typo, and zone rules that far ahead are guesses. */
const MAX_YEARS_AHEAD = 5;

/** An assumption made while reading a time, to report to the caller. */
export interface TimeWarning {
  readonly code: 'time_in_clock_gap' | 'time_in_clock_overlap' | 'timezone_assumed';
  readonly message: string;
}

/** A time that was read. */
export interface TimeRead {
  readonly ok: true;
  /** Epoch milliseconds. */
  readonly instant: number;
  /** The IANA name of the zone to show it in. */
  readonly timezone: string;
  readonly warnings: readonly TimeWarning[];
}

/** One of the two instants that a contradictory time could mean. */
export interface ConflictingReading {
  /** The part of the request that this reading follows. */
  readonly by: 'offset' | 'timezone';
  readonly utc: string;
  /** Local time in the requested zone. */
  readonly local: string;
  /** The unambiguous text for this instant. */
  readonly write: string;
}

/** A time that cannot be used, with the reason and a fix. */
export interface TimeRefusal {
  readonly ok: false;
  readonly code: 'time_invalid' | 'time_conflict' | 'time_in_past' | 'zone_unknown' | 'time_required';
  readonly message: string;
  readonly fix: string;
  /** With `zone_unknown`: likely alternatives. */
  readonly suggestions?: readonly string[];
  /** With `time_conflict`: both instants. */
  readonly readings?: readonly ConflictingReading[];
}

/** A text in quotation marks, truncated if it is long. */
export const quote = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;

export const refuse = (code: TimeRefusal['code'], message: string, fix: string): TimeRefusal => ({
  ok: false,
  code,
  message,
  fix,
});

export function refuseZone({ message, fix, suggestions }: ZoneRefusal): TimeRefusal {
  return { ...refuse('zone_unknown', message, fix), suggestions };
}

/** The instant of a wall time, with a warning if a clock change affects it. */
export function instantOf(wall: WallTime, zone: BundledZone): { instant: number; warnings: TimeWarning[] } {
  const { instant, kind, second } = readWallTime(wall, zone);
  if (kind === 'gap') return { instant, warnings: [gapWarning(wall, instant, zone)] };
  if (second === undefined) return { instant, warnings: [] };
  const message =
    `${wallForm(wall)} occurs twice in ${zone.name} because the clocks go back. The first was used, ` +
    `${zone.offsetName(instant)}. For the second, write the offset ${formatOffset(zone.offset(second))}.`;
  return { instant, warnings: [{ code: 'time_in_clock_overlap', message }] };
}

/** The warning for a wall time that a clock change skips. */
export function gapWarning(wall: WallTime, instant: number, zone: BundledZone): TimeWarning {
  const before = (wall - instant) / MINUTE;
  return {
    code: 'time_in_clock_gap',
    message:
      `${wallForm(wall)} does not exist in ${zone.name} because the clocks go forward. With the offset ` +
      `from before, UTC${formatOffset(before)}, it becomes ${localForm(instant, zone)}.`,
  };
}

/** `2026-12-01T09:00+01:00`: an instant as `scheduledAt` accepts it, with the zone's offset. */
export function isoWithOffset(instant: number, zone: BundledZone): string {
  const wall = new Date(wallTimeAt(instant, zone)).toISOString();
  const time = wall.endsWith(':00.000Z')
    ? wall.slice(0, 16)
    : wall.slice(0, wall.endsWith('.000Z') ? 19 : 23);
  return `${time}${formatOffset(zone.offset(instant))}`;
}

/** `Tue 2026-12-01 09:00 (UTC+01:00), 2026-12-01T08:00:00.000Z`. */
export function bothForms(instant: number, zone: BundledZone): string {
  return `${localForm(instant, zone)}, ${new Date(instant).toISOString()}`;
}

/** Refuses instants that have passed or are more than five years ahead; undefined for all others. */
export function refuseOutOfRange(instant: number, now: number, zone: BundledZone): TimeRefusal | undefined {
  if (instant < now) {
    return refuse(
      'time_in_past',
      `${bothForms(instant, zone)}, was ${relativeForm(instant, now)}. The server’s current time is ${bothForms(now, zone)}.`,
      'Choose a later time. To publish immediately, use `scheduleMode: now`.',
    );
  }
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS_AHEAD);
  if (instant > latest.getTime()) {
    return refuse(
      'time_invalid',
      `${bothForms(instant, zone)}, is more than ${MAX_YEARS_AHEAD} years ahead.`,
      `Choose a time up to ${latest.toISOString()}; the server’s current time is ${new Date(now).toISOString()}.`,
    );
  }
  return undefined;
}
