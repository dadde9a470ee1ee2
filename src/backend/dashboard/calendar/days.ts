import { sql } from 'kysely';
import type { Calendar, CalendarPost, OpenSlot } from '../../../contract/schedules/slots.js';
import { weekOf } from '../../../time/iso-week.js';
import { plusDays } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';
import { listedRange } from '../../operations/listed-range.js';
import { inOwnZone } from '../layout/local-times.js';
import { readRows } from '../rows.js';
import type { User } from '../user.js';
import { readDate } from './span.js';

export interface Day extends ReadonlyDay {
  /** Drafts that wait for approval, at the times that they propose. */
  readonly proposals: readonly CalendarPost[];
}

type ReadonlyDay = Readonly<Calendar['days'][number]>;

/** More drafts than these do not wait for approval. */
const MAX_PROPOSALS = 300;

/** Characters of a proposal that an entry can show. */
const MAX_EXCERPT = 300;

/** A post, a proposal or an open slot in the calendar. */
export type CalendarItem =
  | { readonly kind: 'proposal'; readonly post: CalendarPost }
  | { readonly kind: 'post'; readonly post: CalendarPost }
  | { readonly kind: 'slot'; readonly slot: OpenSlot };

/** What the calendar shows of a workspace. */
export interface CalendarFilter {
  /** The id of a channel; null for all. */
  readonly account: string | null;
  /** The name of a label; null for all posts. */
  readonly label: string | null;
}

/** The days of a range with their posts and open slots; both ends are included. */
export async function readDays(
  user: User,
  from: string,
  to: string,
  { account, label }: CalendarFilter,
): Promise<Day[]> {
  const first = readDate(from);
  const last = readDate(to);
  if (first === undefined || last === undefined) return [];
  const weeks: string[] = [];
  for (let day = weekOf(first).monday; day <= last; day = plusDays(day, 7)) weeks.push(dateOf(day));
  const filter = { ...(account !== null && { accountId: account }), ...(label !== null && { label }) };
  const [proposals, found] = await Promise.all([
    readProposals(user, filter),
    Promise.all(weeks.map((week) => user.call('calendar.get', { query: { week, ...filter } }))),
  ]);
  return found
    .flatMap(({ days }) => days)
    .filter(({ date }) => date >= from && date <= to)
    .map((day) => ({ ...day, proposals: proposals.filter(({ when }) => when.local.includes(day.date)) }));
}

/** The drafts that propose a time, as posts of the calendar. */
async function readProposals(
  user: User,
  filter: { readonly accountId?: string; readonly label?: string },
): Promise<CalendarPost[]> {
  const { data } = await readRows(MAX_PROPOSALS, undefined, (asked) =>
    user.call('posts.list', { query: { status: 'approval', ...filter, ...asked } }),
  );
  return data.flatMap((found): CalendarPost[] => {
    const { id, status, text, proposed, targets, labels } = inOwnZone(found, user);
    if (!proposed?.when) return [];
    const excerpt = text.slice(0, MAX_EXCERPT);
    return [{ postId: id, status, when: proposed.when, excerpt, targets, labels }];
  });
}

/** The posts and open slots of a day, in order of time. */
export function itemsOf({ posts, proposals, openSlots }: Day): CalendarItem[] {
  const all: (CalendarItem & { readonly at: string })[] = [
    ...togetherByMinute(posts).map((post) => ({ kind: 'post' as const, post, at: post.when.utc })),
    ...proposals.map((post) => ({ kind: 'proposal' as const, post, at: post.when.utc })),
    ...openSlots.map((slot) => ({ kind: 'slot' as const, slot, at: slot.when.utc })),
  ];
  return all.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

/** Merges the targets of a post within a minute: networks respond a few moments apart. */
function togetherByMinute(posts: readonly CalendarPost[]): CalendarPost[] {
  const entries = new Map<string, CalendarPost>();
  for (const post of posts) {
    const key = `${post.postId} ${post.when.local}`;
    const before = entries.get(key);
    entries.set(key, before ? { ...before, targets: [...before.targets, ...post.targets] } : post);
  }
  return [...entries.values()];
}

/** The versions of the scheduled posts of a range whose channels all publish at one time, by id. Only these can be dragged. */
export async function movablePosts(user: User, from: string, to: string): Promise<Map<string, number>> {
  const range = listedRange({ from, to }, user.workspace.timezone);
  if (!range) return new Map();
  // Moving a post would overwrite a channel’s own time or slot. In a JSON text, a quote inside a string is escaped.
  const ownTime = '%"scheduledAt":"%';
  const { rows } = await sql<{ id: string; version: number }>`select posts.id, posts.version
    from posts join targets on targets.post_id = posts.id and targets.status != 'cancelled'
    where posts.workspace_id = ${user.workspace.id} and posts.status = 'scheduled'
      and posts.effective_at >= ${range.from} and posts.effective_at < ${range.to}
      and posts.overrides_json not like ${ownTime}
    group by posts.id, posts.version
    having min(targets.scheduled_at) = max(targets.scheduled_at)
      and count(*) = count(targets.scheduled_at)
      and count(*) = count(case when targets.status = 'pending' then 1 end)`.execute(user.db);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
