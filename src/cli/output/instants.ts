import type { TimeForms } from '../../contract/instants.js';

/** An instant in this machine's time zone: `2026-12-01 09:00`. */
export function instantWords(instant: number): string {
  const date = new Date(instant);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A time on one line: `Tue 2026-12-01 09:00 Europe/Berlin (UTC+01:00), in 14 h`. */
export function fullTime({ local, timezone, relative }: TimeForms): string {
  const [, wall = local, offset = ''] = /^(.*) (\(UTC.*\))$/.exec(local) ?? [];
  const zone = timezone === 'UTC' || offset === '' ? timezone : `${timezone} ${offset}`;
  return `${wall} ${zone}, ${relative}`;
}

/** `Tue 2026-12-01 09:00`: the local time without its offset, for tables. */
export function shortTime({ local }: TimeForms): string {
  return local.replace(/ \(UTC.*\)$/, '');
}
