import type { Schedule } from '../../../contract/schedules/schedules.js';
import { timeForms } from '../../../time/forms.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { User } from '../user.js';
import type { ShownSchedule } from './list-page.js';

/** Upcoming slots to show per schedule. */
const MAX_NEXT_SLOTS = 3;

/** All schedules of the workspace. */
export async function readSchedules(user: User): Promise<Schedule[]> {
  const found: Schedule[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | undefined> = { limit: '100', cursor: cursor ?? undefined };
    const { data, nextCursor } = await user.call('schedules.list', { query });
    found.push(...data);
    cursor = nextCursor;
  } while (cursor !== null);
  return found;
}

/** @throws RequestRefused if the workspace has no such schedule */
export async function findSchedule(user: User, id: string): Promise<Schedule> {
  const found = (await readSchedules(user)).find((schedule) => schedule.id === id);
  if (found) return found;
  throw new RequestRefused('not_found', 'This workspace has no such schedule.');
}

/** The schedules with their next slots and queued posts. */
export async function shownSchedules(
  user: User,
  schedules: readonly Schedule[],
  heldBy: (schedule: Schedule, user: User) => Promise<number>,
): Promise<ShownSchedule[]> {
  const { data } = await user.call('queue.slots', { query: { limit: '100' } });
  return Promise.all(
    schedules.map(async (schedule) => {
      const times = new Set<string>();
      if (schedule.active && schedule.next) times.add(schedule.next.utc);
      for (const { scheduleId, publishAt } of data) if (scheduleId === schedule.id) times.add(publishAt);
      const next = [...times]
        .sort()
        .slice(0, MAX_NEXT_SLOTS)
        .map((utc) => timeForms(Date.parse(utc), user.workspace.timezone, user.now));
      return { schedule, next, held: await heldBy(schedule, user) };
    }),
  );
}
