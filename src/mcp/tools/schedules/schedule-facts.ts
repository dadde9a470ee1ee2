import { fixedTimes } from '../../../contract/schedules/fixed-times.js';
import type { PostOutcome, Schedule } from '../../../contract/schedules/schedules.js';
import type { Facts } from '../../answers/render-text.js';
import { rowTime } from '../shared/time-facts.js';

/** A schedule as a row of a list, and as the answer to a call that changed it. */
export function scheduleFacts(schedule: Schedule): Facts {
  const { id, label, accountIds, timezone, days, active, next, warnings, version } = schedule;
  return {
    id,
    label,
    days: days.join(' '),
    at: timesOf(schedule),
    timezone,
    accountIds,
    active: active ? undefined : false,
    nextSlot: next ? rowTime(next) : undefined,
    version,
    warnings: warnings.length > 0 ? warnings.map(({ message }) => message) : undefined,
  };
}

/** "09:00, 17:00", "09:00 to 12:00, 2 slots". */
function timesOf({ startTime, moreTimes, endTime, postsPerWindow }: Schedule): string {
  if (endTime === null) return fixedTimes({ startTime, moreTimes }).join(', ');
  return `${startTime} to ${endTime}, ${postsPerWindow} slot${postsPerWindow === 1 ? '' : 's'}`;
}

/** A schedule in a sentence: “Mornings” (tue thu, 09:00, Europe/Berlin). */
export function scheduleName(schedule: Schedule): string {
  return `“${schedule.label}” (${schedule.days.join(' ')}, ${timesOf(schedule)}, ${schedule.timezone})`;
}

/** What happened to posts whose slots were removed or moved. */
export function outcomeFacts(posts: readonly PostOutcome[]): Facts {
  return {
    posts: posts.map(({ postId, accountId, outcome, was, when }) => ({
      postId,
      accountId,
      outcome,
      was: was.local,
      when: when ? rowTime(when) : undefined,
    })),
  };
}

/** The same in a sentence. */
export function outcomeSentence(posts: readonly PostOutcome[]): string {
  const [first] = posts;
  if (first === undefined) return '';
  const count = posts.length === 1 ? '1 post' : `${posts.length} posts`;
  switch (first.outcome) {
    case 'kept':
      return ` ${count} in its slots: kept their time.`;
    case 'moved':
      return ` ${count} in its slots: moved to open slots.`;
    case 'cancelled':
      return ` ${count} in its slots: cancelled.`;
  }
}
