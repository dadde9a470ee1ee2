import { wallTimeAt } from '../../../time/wall-clock.js';
import type { BundledZone } from '../../../time/zone.js';

/** Where and when a time is shown. */
interface Showing {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly zone: BundledZone;
}

/** A time as a network writes it. */
export type ShownTime = (instant: number, showing: Showing) => string;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** How long ago, as networks shorten it: `now`, `5m`, `3h`, `2d`, then the date. */
export const shortAge: ShownTime = (instant, showing) => {
  const age = showing.now - instant;
  if (age < MINUTE) return 'now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  if (age < WEEK) return `${Math.floor(age / DAY)}d`;
  return date(instant, showing);
};

/** How long ago in words: `just now`, `3 hours ago`. */
export const longAge: ShownTime = (instant, showing) => {
  const age = showing.now - instant;
  const words = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'} ago`;
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return words(Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return words(Math.floor(age / HOUR), 'hour');
  if (age < WEEK) return words(Math.floor(age / DAY), 'day');
  return date(instant, showing);
};

function formatted(instant: number, { zone }: Showing, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(wallTimeAt(instant, zone));
}

/** `Dec 1, 2026`. */
export const date: ShownTime = (instant, showing) =>
  formatted(instant, showing, { month: 'short', day: 'numeric', year: 'numeric' });

/** `9:00 AM UTC+01:00`: networks show times in the zone of the reader, which a simulation does not know. */
export const clock: ShownTime = (instant, showing) => {
  const time = formatted(instant, showing, { hour: 'numeric', minute: '2-digit' });
  return `${time} ${showing.zone.offsetName(instant).replace('+00:00', '')}`;
};

/** `December 1, 2026`. */
export const longDate: ShownTime = (instant, showing) =>
  formatted(instant, showing, { month: 'long', day: 'numeric', year: 'numeric' });

/** For the `datetime` attribute. */
export function machineTime(instant: number): string {
  return new Date(instant).toISOString();
}
