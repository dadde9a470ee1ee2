import type { TimeForms } from '../../../contract/instants.js';
import { readableTime } from '../../../time/readable-time.js';

/**
 * A time as people write it: `Tue 1 Dec, 09:00`, with the year if it is not the current one.
 *
 * @param now the current time, epoch milliseconds
 */
export function spokenTime({ utc, timezone }: Pick<TimeForms, 'utc' | 'timezone'>, now: number): string {
  return readableTime(Date.parse(utc), timezone, now);
}
