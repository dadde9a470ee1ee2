import type { TimeForms } from '../../../contract/instants.js';
import type { Post } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import type { User } from '../user.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * `Tue 2026-12-01 09:00 (UTC+01:00)` as `Tue 1 Dec, 09:00`, with the year if it is not the current one.
 *
 * @param now epoch milliseconds
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
 * The initial value of a date and time field: `2026-12-01T09:00`.
 *
 * @param local a `local` time of the API; null for the start of the hour after next
 */
export function localInput(local: string | null, timezone: string, now: number): string {
  const written = local ?? timeForms(Math.ceil(now / HOUR_MS) * HOUR_MS + HOUR_MS, timezone, now).local;
  const [, date, time] = /(\d{4}-\d\d-\d\d) (\d\d:\d\d)/.exec(written) ?? [];
  return date === undefined ? '' : `${date}T${time}`;
}

/** A post keeps the time zone it was scheduled in; the pages show all times in the workspace’s. */
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
