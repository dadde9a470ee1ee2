const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** How long ago, as networks shorten it: `now`, `5m`, `3h`, `2d`, then the date. */
export function shortAge(instant: number, now: number): string {
  const age = now - instant;
  if (age < MINUTE) return 'now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  if (age < WEEK) return `${Math.floor(age / DAY)}d`;
  return date(instant);
}

/** How long ago in words: `just now`, `3 hours ago`. */
export function longAge(instant: number, now: number): string {
  const age = now - instant;
  const words = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'} ago`;
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return words(Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return words(Math.floor(age / HOUR), 'hour');
  if (age < WEEK) return words(Math.floor(age / DAY), 'day');
  return date(instant);
}

function formatted(instant: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(instant);
}

/** `Dec 1, 2026`, UTC. */
export function date(instant: number): string {
  return formatted(instant, { month: 'short', day: 'numeric', year: 'numeric' });
}

/** `9:00 AM`, UTC. */
export function clock(instant: number): string {
  return formatted(instant, { hour: 'numeric', minute: '2-digit' });
}

/** `December 1, 2026`, UTC. */
export function longDate(instant: number): string {
  return formatted(instant, { month: 'long', day: 'numeric', year: 'numeric' });
}

/** For the `datetime` attribute. */
export function machineTime(instant: number): string {
  return new Date(instant).toISOString();
}
