import { findZone } from '../../../time/find-zone.js';
import { timeForms } from '../../../time/forms.js';
import { readSlotId } from '../../../time/slot-id.js';
import { plusDays, wallTimeAt } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';
import { spokenTime } from '../layout/local-times.js';
import type { User } from '../user.js';
import { emptyPost, type PostFormValues } from './form-values.js';

/** The open slot that a new post is for. */
export interface ChosenSlot {
  readonly id: string;
  /** `Tue 1 Dec, 09:00`. */
  readonly when: string;
  /** The label of its schedule. */
  readonly label: string;
  /** The accounts whose slot is open. */
  readonly accountIds: readonly string[];
}

/** The time for a day without a time. */
const DEFAULT_TIME = '09:00';

/**
 * A new post for the slot or time in an address such as `?slot=slot_…`, `?at=2026-12-01T09:00` or `?at=2026-12-01`.
 * `?media=med_…` starts with that file. Invalid or past times are replaced by the default.
 */
export function presetPost(query: URLSearchParams, slot: ChosenSlot | null, user: User): PostFormValues {
  const { now, workspace } = user;
  const media = query.get('media') ?? '';
  const empty = {
    ...emptyPost(workspace.timezone, now),
    ...(media !== '' && { mediaUrls: [media] }),
  };
  const slotId = query.get('slot') ?? '';
  if (slotId !== '') {
    return slot ? { ...empty, mode: 'queue', when: 'queue', slotId, accountIds: slot.accountIds } : empty;
  }
  const at = query.get('at');
  if (at === null) return empty;
  const [date = '', time = DEFAULT_TIME] = at.split('T');
  const wall = Date.parse(`${date}T${time}Z`);
  const zone = findZone(workspace.timezone);
  const isAhead = zone.ok && wall > wallTimeAt(now, zone.zone);
  return {
    ...empty,
    mode: 'schedule',
    when: 'own',
    scheduledAt: isAhead ? new Date(wall).toISOString().slice(0, 16) : empty.scheduledAt,
  };
}

/** The open slot with this id; null if it is not open, or not one of this workspace. */
export async function findOpenSlot(user: User, slotId: string): Promise<ChosenSlot | null> {
  const named = readSlotId(slotId);
  if (!named) return null;
  // The id has the day in the schedule’s zone. In the workspace’s zone it can be the day before or after.
  const days = { from: dateOf(plusDays(named.day, -1)), to: dateOf(plusDays(named.day, 2)) };
  const accountIds: string[] = [];
  let found: Pick<ChosenSlot, 'when' | 'label'> | null = null;
  let cursor: string | undefined;
  do {
    const query = { ...days, state: 'open', limit: '100', cursor };
    const { data, nextCursor } = await user.call('queue.slots', { query });
    for (const slot of data.filter(({ id }) => id === slotId)) {
      accountIds.push(slot.accountId);
      // The API gives times in the schedule’s zone; the pages use the workspace’s.
      const when = timeForms(Date.parse(slot.publishAt), user.workspace.timezone, user.now);
      found = { when: spokenTime(when, user.now), label: slot.label };
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found ? { id: slotId, ...found, accountIds } : null;
}
