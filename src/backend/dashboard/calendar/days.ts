import type { Post } from '../../../contract/posts/posts.js';
import type { Calendar, CalendarPost, OpenSlot } from '../../../contract/schedules/slots.js';
import { weekOf } from '../../../time/iso-week.js';
import { plusDays } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';
import type { User } from '../user.js';
import { readDate } from './span.js';

export type Day = Calendar['days'][number];

/** A post or open slot in the calendar. */
export type CalendarItem =
  | { readonly kind: 'post'; readonly post: CalendarPost }
  | { readonly kind: 'slot'; readonly slot: OpenSlot };

/** Pages of scheduled posts to read. Posts beyond them are shown, but cannot be dragged. */
const MAX_PAGES = 10;

/** The days of a range with their posts and open slots; both ends are included. */
export async function readDays(user: User, from: string, to: string): Promise<Day[]> {
  const first = readDate(from);
  const last = readDate(to);
  if (first === undefined || last === undefined) return [];
  const weeks: string[] = [];
  for (let day = weekOf(first).monday; day <= last; day = plusDays(day, 7)) weeks.push(dateOf(day));
  const found = await Promise.all(weeks.map((week) => user.call('calendar.get', { query: { week } })));
  return found.flatMap(({ days }) => days).filter(({ date }) => date >= from && date <= to);
}

/** The posts and open slots of a day, in order of time. */
export function itemsOf({ posts, openSlots }: Day): CalendarItem[] {
  const all: (CalendarItem & { readonly at: string })[] = [
    ...togetherByMinute(posts).map((post) => ({ kind: 'post' as const, post, at: post.when.utc })),
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

/** The scheduled posts of a range whose channels all publish at one time, by id. Only these can be dragged. */
export async function movablePosts(user: User, from: string, to: string): Promise<Map<string, Post>> {
  const movable = new Map<string, Post>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { status: 'scheduled', from, to, limit: '100', cursor };
    const { data, nextCursor } = await user.call('posts.list', { query });
    for (const post of data) if (hasOneTime(post)) movable.set(post.id, post);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return movable;
}

/** Moving the post would overwrite a channel’s own time or slot. */
function hasOneTime({ targets, overrides }: Post): boolean {
  const waiting = targets.filter(({ status }) => status !== 'cancelled');
  const times = new Set(waiting.map(({ scheduledAt }) => scheduledAt));
  return (
    times.size === 1 &&
    waiting.every(({ status }) => status === 'pending') &&
    overrides.every(({ scheduledAt }) => typeof scheduledAt !== 'string')
  );
}
