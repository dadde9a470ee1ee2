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
  const names = held.map((day) => WEEKDAY_NAMES[day]);
  return names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** `at 09:00`, `from 09:00 to 12:00, 2 posts spread evenly`. */
export function spokenTimes({
  startTime,
  endTime,
  postsPerWindow,
}: Pick<Schedule, 'startTime' | 'endTime' | 'postsPerWindow'>): string {
  if (endTime === null) return `at ${startTime}`;
  const end = endTime < startTime ? `${endTime} the next day` : endTime;
  const posts = postsPerWindow === 1 ? 'one post in the middle' : `${postsPerWindow} posts spread evenly`;
  return `from ${startTime} to ${end}, ${posts}`;
}

/** `1 post`, `3 posts`. */
export const postCount = (count: number): string => (count === 1 ? '1 post' : `${count} posts`);
