import { fixedTimes } from '../../../contract/schedules/fixed-times.js';
import type { PostOutcome, Schedule } from '../../../contract/schedules/schedules.js';
import { WEEKDAYS } from '../../../contract/schedules/weekdays.js';
import { fields } from '../../output/fields.js';
import { fullTime, shortTime } from '../../output/instants.js';
import { plainLine } from '../../output/plain-text.js';
import type { Screen } from '../../output/table.js';

/** `mon-fri 09:00, 17:00` or `tue, thu 09:00-12:00, 2 posts`. */
export function weeklyWords({ days, startTime, moreTimes, endTime, postsPerWindow }: Schedule): string {
  const window =
    endTime === null ? fixedTimes({ startTime, moreTimes }).join(', ') : `${startTime}-${endTime}`;
  const posts = endTime === null || postsPerWindow === 1 ? '' : `, ${postsPerWindow} posts`;
  return `${dayWords(days)} ${window}${posts}`;
}

function dayWords(days: Schedule['days']): string {
  const sorted = WEEKDAYS.filter((day) => days.includes(day));
  if (sorted.length === WEEKDAYS.length) return 'every day';
  const [first, last] = [sorted[0], sorted.at(-1)];
  const inRow =
    first !== undefined &&
    last !== undefined &&
    WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === sorted.length - 1;
  return sorted.length > 2 && inRow ? `${first}-${last}` : sorted.join(', ');
}

/** A schedule as text. */
export function scheduleText(schedule: Schedule, screen: Screen): string {
  const { id, label, accountIds, timezone, active, next, warnings } = schedule;
  const { style } = screen;
  return [
    `${style('bold', id)}  ${plainLine(label)}${active ? '' : style('yellow', '  paused')}`,
    fields(
      [
        ['When', `${weeklyWords(schedule)} ${timezone}`],
        ['Next', next === null ? null : fullTime(next)],
        ['Accounts', accountIds.join(', ')],
      ],
      screen,
    ),
    ...warnings.map(({ message }) => `  ${style('yellow', 'Warning:')} ${plainLine(message)}`),
  ].join('\n');
}

/** The outcome for each post whose slot was removed. */
export function postOutcomeLines(posts: readonly PostOutcome[]): string[] {
  return posts.map(({ postId, outcome, was, when }) => {
    const now = when === null || outcome === 'kept' ? '' : ` to ${shortTime(when)}`;
    return `  ${postId} ${shortTime(was)}: ${outcome}${now}`;
  });
}
