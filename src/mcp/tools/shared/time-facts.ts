import type { TimeForms } from '../../../contract/instants.js';
import type { Facts } from '../../answers/render-text.js';

export function whenFacts(when: TimeForms | null): Facts | undefined {
  return when === null ? undefined : { local: when.local, relative: when.relative, utc: when.utc };
}

/** "Mon 09:00", "Mon 2026-12-07 09:00" beyond a week: a time as it is said in a sentence. */
export function shortTime({ local }: TimeForms): string {
  return local.replace(/ \(UTC.*\)$/, '');
}

/** The time of a target, where it is not the post's. */
export function ownTime(when: TimeForms | null, ofPost: TimeForms | null): string | undefined {
  return when === null || when.utc === ofPost?.utc ? undefined : when.local;
}

/**
 * A time as a row of a list has it.
 *
 * @param zone the one in which the answer's other times stand: a time of another zone carries its offset
 */
export function rowTime(when: TimeForms, zone: string = when.timezone): string {
  return `${when.timezone === zone ? shortTime(when) : when.local}, ${when.relative}`;
}
