import type { TimeForms } from '../../../contract/instants.js';
import type { Facts } from '../../answers/render-text.js';

export function whenFacts(when: TimeForms | null): Facts | undefined {
  return when === null ? undefined : { local: when.local, relative: when.relative, utc: when.utc };
}

/** "Mon 09:00", or "Mon 2026-12-07 09:00" beyond a week: a time in a sentence. */
export function shortTime({ local }: TimeForms): string {
  return local.replace(/ \(UTC.*\)$/, '');
}

/** The time of a target, if it differs from the post's. */
export function ownTime(when: TimeForms | null, ofPost: TimeForms | null): string | undefined {
  return when === null || when.utc === ofPost?.utc ? undefined : when.local;
}

/**
 * A time in a row of a list.
 *
 * @param zone the zone of the answer's other times: a time in a different zone gets its offset
 */
export function rowTime(when: TimeForms, zone: string = when.timezone): string {
  return `${when.timezone === zone ? shortTime(when) : when.local}, ${when.relative}`;
}
