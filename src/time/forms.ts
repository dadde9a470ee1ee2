import type { TimeForms } from '../contract/instants.js';
import { findZone } from './find-zone.js';
import { wallTimeAt } from './wall-clock.js';
import type { BundledZone } from './zone.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Longer distances are in days only. */
const DAYS_ONLY_FROM_HOURS = 30 * 24;

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/**
 * An instant as UTC, as local time in a zone, and relative to now. Both instants are epoch milliseconds.
 * @throws RangeError for a zone that is not in the zone data.
 */
export function timeForms(instant: number, zoneName: string, now: number): TimeForms {
  const found = findZone(zoneName);
  if (!found.ok) throw new RangeError(found.message);
  return {
    utc: new Date(instant).toISOString(),
    local: localForm(instant, found.zone),
    timezone: found.name,
    relative: relativeForm(instant, now),
  };
}

/** `Tue 2026-12-01 09:00 (UTC+01:00)`. */
export function localForm(instant: number, zone: BundledZone): string {
  return `${wallForm(wallTimeAt(instant, zone))} (${zone.offsetName(instant)})`;
}

/** `Tue 2026-12-01 09:00` for a wall time. */
export function wallForm(wall: number): string {
  const date = new Date(wall);
  return `${WEEKDAYS[date.getUTCDay()]} ${date.toISOString().slice(0, 16).replace('T', ' ')}`;
}

/**
 * `now`, `in 45 s`, `3 min ago`, `in 14 h 20 min`, `in 2 d 3 h`, `in 45 d`: the two largest units,
 * rounded, so that “in 3 h” does not become “in 2 h 59 min” a moment later.
 */
export function relativeForm(instant: number, now: number): string {
  const distance = Math.abs(instant - now);
  if (distance < SECOND) return 'now';
  const length = lengthForm(distance);
  return instant > now ? `in ${length}` : `${length} ago`;
}

function lengthForm(milliseconds: number): string {
  const seconds = Math.round(milliseconds / SECOND);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(milliseconds / MINUTE);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return twoUnits(minutes, 60, 'h', 'min');
  const hours = Math.round(milliseconds / HOUR);
  return hours < DAYS_ONLY_FROM_HOURS ? twoUnits(hours, 24, 'd', 'h') : `${Math.round(hours / 24)} d`;
}

function twoUnits(amount: number, size: number, large: string, small: string): string {
  const rest = amount % size;
  const whole = `${(amount - rest) / size} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}
