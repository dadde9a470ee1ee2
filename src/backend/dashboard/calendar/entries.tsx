import type { CalendarEntries, CalendarEntry } from '../../../contract/schedules/calendar-entries.js';
import { findZone } from '../../../time/find-zone.js';
import { plusDays, startOfDay, type WallTime, wallTimeAt } from '../../../time/wall-clock.js';
import { NetworkMark } from '../layout/parts.js';
import type { User } from '../user.js';
import { type CalendarItem, type Day, itemsOf } from './days.js';
import { type ItemLabels, wordsOf } from './entry-words.js';

const MINUTE_MS = 60_000;

/** The height of an entry, in minutes of the grid. */
const ENTRY_MINUTES = 50;

/** The entries that the page’s script draws. */
export async function entriesOf(
  days: readonly Day[],
  movable: ReadonlyMap<string, number>,
  user: User,
): Promise<CalendarEntries> {
  const item = days.flatMap(itemsOf);
  const now = wallNow(user);
  return {
    now: wallText(now),
    entries: [
      ...(await Promise.all(item.map((one) => entryOf(one, movable)))),
      { id: 'now', kind: 'now', tone: 'now', html: '', move: null, ...boxOf(now, 1) },
    ],
  };
}

/** The current wall time in the workspace’s zone. */
export function wallNow({ now, workspace }: User): WallTime {
  const found = findZone(workspace.timezone);
  if (!found.ok) throw new RangeError(found.message);
  return wallTimeAt(now, found.zone);
}

async function entryOf(item: CalendarItem, movable: ReadonlyMap<string, number>): Promise<CalendarEntry> {
  const words = wordsOf(item);
  const html = String(await EntryLink(words));
  const { when } = item.kind === 'post' ? item.post : item.slot;
  const box = boxOf(wallOf(when.local), ENTRY_MINUTES);
  if (item.kind === 'slot') {
    return { id: item.slot.id, kind: 'slot', tone: words.tone, html, move: null, ...box };
  }
  const { postId } = item.post;
  const version = movable.get(postId);
  return {
    id: `${postId} ${when.utc}`,
    kind: 'post',
    tone: words.tone,
    html,
    move: version === undefined ? null : { postId, version },
    ...box,
  };
}

/** The content of an entry in the grid. */
function EntryLink({ href, time, status, words, platforms, title }: ItemLabels) {
  return (
    <a class="entry-link" href={href} title={title} draggable={false}>
      <span class="entry-head">
        <time class="entry-time">{time}</time>
        <span class="nets">
          {platforms.map((platform) => (
            <NetworkMark platform={platform} />
          ))}
        </span>
      </span>
      <span class="unseen">{status}: </span>
      <span class="entry-words">{words}</span>
    </a>
  );
}

/** Ends on the same day. */
function boxOf(start: WallTime, minutes: number): Pick<CalendarEntry, 'start' | 'end'> {
  const end = Math.min(start + minutes * MINUTE_MS, plusDays(startOfDay(start), 1));
  return { start: wallText(start), end: wallText(end) };
}

/** The wall time of `Tue 2026-12-01 09:00 (UTC+01:00)`. */
function wallOf(local: string): WallTime {
  const [, date, time] = /(\d{4}-\d\d-\d\d) (\d\d:\d\d)/.exec(local) ?? [];
  return Date.parse(`${date}T${time}Z`);
}

/** `2026-12-01T09:00:00`. */
function wallText(wall: WallTime): string {
  return new Date(wall).toISOString().slice(0, 19);
}
