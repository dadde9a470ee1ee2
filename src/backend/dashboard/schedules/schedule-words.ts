import { fixedTimes } from '../../../contract/schedules/fixed-times.js';
import type { Schedule } from '../../../contract/schedules/schedules.js';
import { WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '../../../contract/schedules/weekdays.js';

/** `Tuesday and Thursday`, `Monday to Friday`, `Every day`. */
export function spokenDays(days: readonly Weekday[]): string {
  const held = WEEKDAYS.filter((day) => days.includes(day));
  if (held.length === WEEKDAYS.length) return 'Every day';
  const [first, last] = [held[0], held.at(-1)];
  if (first === undefined || last === undefined) return 'No day';
  const inOneRun = WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === held.length - 1;
  if (inOneRun && held.length > 2) return `${WEEKDAY_NAMES[first]} to ${WEEKDAY_NAMES[last]}`;
  return listed(held.map((day) => WEEKDAY_NAMES[day]));
}

/** `09:00, 12:30 and 17:00`. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** `at 09:00 and 17:00`, `from 09:00 to 12:00, 2 posts spread evenly`. */
export function spokenTimes({
  startTime,
  moreTimes,
  endTime,
  postsPerWindow,
}: Pick<Schedule, 'startTime' | 'moreTimes' | 'endTime' | 'postsPerWindow'>): string {
  if (endTime === null) return `at ${listed(fixedTimes({ startTime, moreTimes }))}`;
  const end = endTime < startTime ? `${endTime} the next day` : endTime;
  const posts = postsPerWindow === 1 ? 'one post in the middle' : `${postsPerWindow} posts spread evenly`;
  return `from ${startTime} to ${end}, ${posts}`;
}

/** What a schedule has on a day, in order: `09:00`, `17:00`, or `09:00–12:00, 2 posts`. */
export function slotTimes({
  startTime,
  moreTimes,
  endTime,
  postsPerWindow,
}: Pick<Schedule, 'startTime' | 'moreTimes' | 'endTime' | 'postsPerWindow'>): string[] {
  if (endTime === null) return fixedTimes({ startTime, moreTimes });
  return [`${startTime}–${endTime}, ${postCount(postsPerWindow)}`];
}

/** `1 post`, `3 posts`. */
export const postCount = (count: number): string => (count === 1 ? '1 post' : `${count} posts`);
