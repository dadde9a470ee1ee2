import type { TimeForms } from '../../contract/instants.js';

/** An instant in this machine's time zone: `2026-12-01 09:00`. */
export function instantWords(instant: number): string {
  const date = new Date(instant);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Every form of a time on one line: local with weekday and zone, relative, UTC. */
export function fullTime({ local, timezone, relative, utc }: TimeForms): string {
  return `${local} ${timezone}, ${relative} (${utc})`;
}

/** `Tue 2026-12-01 09:00`: the local time without its offset, for tables. */
export function shortTime({ local }: TimeForms): string {
  return local.replace(/ \(UTC.*\)$/, '');
}

/**
 * The time format for one table. Times in different zones keep their offset, because 09:00 in Berlin is not 09:00 in
 * London.
 */
export function tableTimes(times: readonly (TimeForms | null)[]): (time: TimeForms) => string {
  const zones = new Set(times.flatMap((time) => time?.timezone ?? []));
  return zones.size > 1 ? ({ local }) => local : shortTime;
}
