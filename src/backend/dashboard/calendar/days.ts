import type { Post } from '../../../contract/posts/posts.js';
import type { Calendar, CalendarPost, OpenSlot } from '../../../contract/schedules/slots.js';
import { weekOf } from '../../../time/iso-week.js';
import { plusDays } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';
import type { User } from '../user.js';
import { readDate } from './span.js';

export type Day = Calendar['days'][number];

/** What stands at one time of a day. */
export type CalendarItem =
  | { readonly kind: 'post'; readonly post: CalendarPost }
  | { readonly kind: 'slot'; readonly slot: OpenSlot };

/** Most pages of scheduled posts that are read for one answer: those beyond cannot be dragged, and stand there. */
const MAX_PAGES = 10;

/** The days from one to another, both `2026-12-01` and shown, with their posts and open slots. */
export async function readDays(user: User, from: string, to: string): Promise<Day[]> {
  const first = readDate(from);
  const last = readDate(to);
  if (first === undefined || last === undefined) return [];
  const weeks: string[] = [];
  for (let day = weekOf(first).monday; day <= last; day = plusDays(day, 7)) weeks.push(dateOf(day));
  const found = await Promise.all(weeks.map((week) => user.call('calendar.get', { query: { week } })));
  return found.flatMap(({ days }) => days).filter(({ date }) => date >= from && date <= to);
}

/** Posts and open slots of a day together, in the order of time. */
export function itemsOf({ posts, openSlots }: Day): CalendarItem[] {
  const all: (CalendarItem & { readonly at: string })[] = [
    ...togetherByMinute(posts).map((post) => ({ kind: 'post' as const, post, at: post.when.utc })),
    ...openSlots.map((slot) => ({ kind: 'slot' as const, slot, at: slot.when.utc })),
  ];
  return all.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

/** A post that goes out on several networks is one entry, although each answers some moments after the other. */
function togetherByMinute(posts: readonly CalendarPost[]): CalendarPost[] {
  const entries = new Map<string, CalendarPost>();
  for (const post of posts) {
    const key = `${post.postId} ${post.when.local}`;
    const before = entries.get(key);
    entries.set(key, before ? { ...before, targets: [...before.targets, ...post.targets] } : post);
  }
  return [...entries.values()];
}

/** The scheduled posts of some days that go out as a whole at one time, by their ids: those can be moved as one. */
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

/** A channel's own time, or one of several slots, would be lost by giving all of them one time. */
function hasOneTime({ targets, overrides }: Post): boolean {
  const waiting = targets.filter(({ status }) => status !== 'cancelled');
  const times = new Set(waiting.map(({ scheduledAt }) => scheduledAt));
  return (
    times.size === 1 &&
    waiting.every(({ status }) => status === 'pending') &&
    overrides.every(({ scheduledAt }) => typeof scheduledAt !== 'string')
  );
}
