import { withCommas } from '../../../base/english.js';
import { MAX_SLOTS_PER_WEEK } from '../../../contract/service/workspace-limits.js';
import { refusalOfIssue } from '../../operations/refusal.js';
import type { Write } from '../../store/store.js';
import { type ScheduleDefinition, storedDefinition } from './schedule-definition.js';
import { listSchedules } from './schedule-repository.js';

type Defined = Pick<ScheduleDefinition, 'accountIds' | 'active' | 'days' | 'moreTimes' | 'postsPerWindow'>;

/** Slots in a week, counted once per account. A paused schedule has none. */
export function slotsPerWeek({ accountIds, active, days, moreTimes, postsPerWindow }: Defined): number {
  return active ? accountIds.length * days.length * (postsPerWindow + moreTimes.length) : 0;
}

/**
 * Checks a schedule that was just written. A schedule that does not grow is always accepted, so that a workspace above
 * the limit can still rename and reduce its schedules.
 *
 * @param before its definition before the change; null if it is new
 * @throws RequestRefused `limit_reached` if the workspace's schedules now have too many slots
 */
export async function refuseTooManySlots(
  trx: Write,
  workspaceId: string,
  definition: ScheduleDefinition,
  before: ScheduleDefinition | null,
): Promise<void> {
  const slots = slotsPerWeek(definition);
  if (slots <= (before ? slotsPerWeek(before) : 0)) return;
  const schedules = await listSchedules(trx, { workspaceId, active: true });
  const actual = schedules.reduce((sum, stored) => sum + slotsPerWeek(storedDefinition(stored)), 0);
  if (actual <= MAX_SLOTS_PER_WEEK) return;
  throw refusalOfIssue('limit_reached', {
    message: `This schedule has ${withCommas(slots)} slots a week. With it, the active schedules of this workspace would have ${withCommas(actual)}, and can have at most ${withCommas(MAX_SLOTS_PER_WEEK)}.`,
    actual,
    limit: MAX_SLOTS_PER_WEEK,
    unit: 'slots',
    fix: 'Choose fewer days, times, accounts or posts per window, or pause or delete schedules that you no longer need.',
  });
}
