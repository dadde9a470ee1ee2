import type { PostriderClient } from '../../../client/client.js';
import type { Calendar } from '../../../contract/schedules/slots.js';
import type { Context } from '../../context.js';

/** Seven days from today, which begin in one week of the API’s calendar and end in the next. */
export type NextDays = Omit<Calendar, 'week' | 'previousWeek'>;

const DAYS = 7;

/** Today and the six days after it, in the zone of the query. */
export async function nextSevenDays(
  client: PostriderClient,
  query: NonNullable<Parameters<PostriderClient['calendar']['get']>[0]>,
  { signal }: Pick<Context, 'signal'>,
): Promise<NextDays> {
  const { timezone, now, nextWeek, days } = await client.calendar.get(query, { signal });
  const today = days.findIndex(({ isToday }) => isToday);
  const left = days.slice(today);
  if (left.length === DAYS) return { timezone, now, nextWeek, days: left };
  const following = await client.calendar.get({ ...query, week: nextWeek }, { signal });
  return { timezone, now, nextWeek, days: [...left, ...following.days].slice(0, DAYS) };
}
