import type { Schedule } from '../../../contract/schedules/schedules.js';
import { timeForms } from '../../../time/forms.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Person } from '../person.js';
import type { ShownSchedule } from './list-page.js';

/** How many coming slots a schedule tells. */
const NEXT_MAX = 3;

/** Every schedule of the workspace. */
export async function readSchedules(person: Person): Promise<Schedule[]> {
  const found: Schedule[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | undefined> = { limit: '100', cursor: cursor ?? undefined };
    const { data, nextCursor } = await person.ask('schedules.list', { query });
    found.push(...data);
    cursor = nextCursor;
  } while (cursor !== null);
  return found;
}

/** @throws RequestRefused where the workspace has no such schedule */
export async function findSchedule(person: Person, id: string): Promise<Schedule> {
  const found = (await readSchedules(person)).find((schedule) => schedule.id === id);
  if (found) return found;
  throw new RequestRefused('not_found', 'This workspace has no such schedule.');
}

/** The schedules with their next slots and the posts that wait in them. */
export async function shownSchedules(
  person: Person,
  schedules: readonly Schedule[],
  heldBy: (schedule: Schedule, person: Person) => Promise<number>,
): Promise<ShownSchedule[]> {
  const { data } = await person.ask('queue.slots', { query: { limit: '100' } });
  return Promise.all(
    schedules.map(async (schedule) => {
      const times = new Set<string>();
      if (schedule.active && schedule.next) times.add(schedule.next.utc);
      for (const { scheduleId, publishAt } of data) if (scheduleId === schedule.id) times.add(publishAt);
      const next = [...times]
        .sort()
        .slice(0, NEXT_MAX)
        .map((utc) => timeForms(Date.parse(utc), person.workspace.timezone, person.now));
      return { schedule, next, held: await heldBy(schedule, person) };
    }),
  );
}
