import type { TimeForms } from '../../../contract/instants.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * `Tue 2026-12-01 09:00 (UTC+01:00)` as one reads it: `Tue 1 Dec, 09:00`, with the year where it is not the
 * present one.
 *
 * @param now the present time, epoch milliseconds
 */
export function spokenTime({ local }: Pick<TimeForms, 'local'>, now: number): string {
  const [, weekday, year = '', month = '', day = '', time] =
    /^(\w+) (\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)/.exec(local) ?? [];
  if (time === undefined) return local;
  const named = `${weekday} ${Number(day)} ${MONTHS[Number(month) - 1]}`;
  const thisYear = String(new Date(now).getUTCFullYear()) === year;
  return `${named}${thisYear ? '' : ` ${year}`}, ${time}`;
}
