import type { TimeForms } from '../../../contract/instants.js';
import type { Post } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import type { User } from '../user.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * `Tue 2026-12-01 09:00 (UTC+01:00)` as one reads it: `Tue 1 Dec, 09:00`, with the year where it is not the
 * present one.
 *
 * @param now the present time, epoch milliseconds
 */
export function spokenTime({ local }: Pick<TimeForms, 'local'>, now: number): string {
  const [, weekday, year = '', month = '', day = '', time] =
    /^(\w+) (\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)/.exec(local) ?? [];
  if (time === undefined) return local;
  const named = `${weekday} ${Number(day)} ${MONTHS[Number(month) - 1]}`;
  const thisYear = String(new Date(now).getUTCFullYear()) === year;
  return `${named}${thisYear ? '' : ` ${year}`}, ${time}`;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * What a date and time field of a form begins with: `2026-12-01T09:00`.
 *
 * @param local a time as answers write it; null: the next full hour but one
 */
export function localInput(local: string | null, timezone: string, now: number): string {
  const written = local ?? timeForms(Math.ceil(now / HOUR_MS) * HOUR_MS + HOUR_MS, timezone, now).local;
  const [, date, time] = /(\d{4}-\d\d-\d\d) (\d\d:\d\d)/.exec(written) ?? [];
  return date === undefined ? '' : `${date}T${time}`;
}

/** A post keeps the zone in which it was scheduled; pages tell every time in the workspace's, and say so once. */
export function inOwnZone<P extends Post>(post: P, { workspace, now }: Pick<User, 'workspace' | 'now'>): P {
  const own = (forms: TimeForms | null): TimeForms | null =>
    forms && timeForms(Date.parse(forms.utc), workspace.timezone, now);
  return {
    ...post,
    when: own(post.when),
    proposed: post.proposed && { ...post.proposed, when: own(post.proposed.when) },
    targets: post.targets.map((target) => ({ ...target, when: own(target.when) })),
  };
}
