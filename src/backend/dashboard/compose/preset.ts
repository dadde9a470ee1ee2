import { findZone } from '../../../time/find-zone.js';
import { timeForms } from '../../../time/forms.js';
import { readSlotId } from '../../../time/slot-id.js';
import { plusDays, wallTimeAt } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';
import { spokenTime } from '../layout/local-times.js';
import type { User } from '../user.js';
import { emptyPost, type PostFormValues } from './form-values.js';

/** The open slot that a new post is written for. */
export interface ChosenSlot {
  readonly id: string;
  /** `Tue 1 Dec, 09:00`. */
  readonly when: string;
  /** Its schedule's label. */
  readonly label: string;
  /** The accounts for which it is open. */
  readonly accountIds: readonly string[];
}

/** The hour of a day that was chosen without one. */
const USUAL_HOUR = '09:00';

/**
 * A new post as the calendar asks for it: for the slot or the time of an address such as `?slot=slot_…`,
 * `?at=2026-12-01T09:00` or `?at=2026-12-01`. A time that cannot be read or has passed is the usual one.
 */
export function presetPost(query: URLSearchParams, slot: ChosenSlot | null, user: User): PostFormValues {
  const { now, workspace } = user;
  const empty = emptyPost(workspace.timezone, now);
  const slotId = query.get('slot') ?? '';
  if (slotId !== '') {
    return slot ? { ...empty, mode: 'queue', slotId, accountIds: slot.accountIds } : empty;
  }
  const at = query.get('at');
  if (at === null) return empty;
  const [date = '', time = USUAL_HOUR] = at.split('T');
  const wall = Date.parse(`${date}T${time}Z`);
  const zone = findZone(workspace.timezone);
  const isAhead = zone.ok && wall > wallTimeAt(now, zone.zone);
  return {
    ...empty,
    mode: 'schedule',
    scheduledAt: isAhead ? new Date(wall).toISOString().slice(0, 16) : empty.scheduledAt,
  };
}

/** The slot with this id, while it is open; null where it is not, or was never one of this workspace. */
export async function findOpenSlot(user: User, slotId: string): Promise<ChosenSlot | null> {
  const named = readSlotId(slotId);
  if (!named) return null;
  // The day is that of the schedule's zone on which its window begins: in the workspace's it may be another.
  const days = { from: dateOf(plusDays(named.day, -1)), to: dateOf(plusDays(named.day, 2)) };
  const accountIds: string[] = [];
  let finish: Pick<ChosenSlot, 'when' | 'label'> | null = null;
  let cursor: string | undefined;
  do {
    const query = { ...days, state: 'open', limit: '100', cursor };
    const { data, nextCursor } = await user.call('queue.slots', { query });
    for (const slot of data.filter(({ id }) => id === slotId)) {
      accountIds.push(slot.accountId);
      // A slot's own forms are those of its schedule's zone; the pages are in the workspace's.
      const when = timeForms(Date.parse(slot.publishAt), user.workspace.timezone, user.now);
      finish = { when: spokenTime(when, user.now), label: slot.label };
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return finish ? { id: slotId, ...finish, accountIds } : null;
}
