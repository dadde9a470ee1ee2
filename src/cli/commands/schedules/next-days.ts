import type { PostriderClient } from '../../../client/client.js';
import type { Calendar } from '../../../contract/schedules/slots.js';
import type { Context } from '../../context.js';

const DAYS = 7;

/** Today and the six days after it, in the zone of the query: they begin in the named week and may end in the next. */
export async function nextSevenDays(
  client: PostriderClient,
  query: NonNullable<Parameters<PostriderClient['calendar']['get']>[0]>,
  { signal }: Pick<Context, 'signal'>,
): Promise<Calendar> {
  const first = await client.calendar.get(query, { signal });
  const { nextWeek, days } = first;
  const today = days.findIndex(({ isToday }) => isToday);
  const left = days.slice(today);
  if (left.length === DAYS) return { ...first, days: left };
  const following = await client.calendar.get({ ...query, week: nextWeek }, { signal });
  return { ...first, days: [...left, ...following.days].slice(0, DAYS) };
}
