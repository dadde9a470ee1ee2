import type { TimeForms } from '../../../contract/instants.js';
import type { Post } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import { readableTime } from '../../../time/readable-time.js';
import type { User } from '../user.js';

/**
 * A time as people write it: `Tue 1 Dec, 09:00`, with the year if it is not the current one.
 *
 * @param now the current time, epoch milliseconds
 */
export function spokenTime({ utc, timezone }: Pick<TimeForms, 'utc' | 'timezone'>, now: number): string {
  return readableTime(Date.parse(utc), timezone, now);
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

/** `2026-12-01` of `Tue 2026-12-01 09:00 (UTC+01:00)`. */
export const dayOf = ({ local }: Pick<TimeForms, 'local'>): string => local.slice(4, 14);

/** `09:00` of it. */
export const timeOf = ({ local }: Pick<TimeForms, 'local'>): string => local.slice(15, 20);
