import type { CalendarEntries, CalendarEntry } from '../../../contract/schedules/calendar-entries.js';
import { plusDays, startOfDay, type WallTime } from '../../../time/wall-clock.js';
import { LabelDots, Labels } from '../labels/label-parts.js';
import type { LabelColors } from '../labels/read-labels.js';
import { NetworkMark, Pill, type Tone } from '../layout/parts.js';
import { wallNow } from '../layout/wall-now.js';
import type { User } from '../user.js';
import { type CalendarItem, type Day, itemsOf } from './days.js';
import { type ItemWords, wordsOf } from './entry-words.js';

const MINUTE_MS = 60_000;

/** The height of an entry, in minutes of the grid. */
const ENTRY_MINUTES = 50;

/** More posts within an hour than these are one entry. */
const MAX_PER_HOUR = 3;

/** The height of an entry for several posts: as many lines as `MAX_PER_HOUR`, and the one that counts the rest. */
const GROUP_MINUTES = 90;

/** How much of the time before the next post shows, in minutes. */
const BEFORE_NEXT_MINUTES = 60;

/** A day without further posts starts here. */
const MORNING = '07:00';

interface Drawing {
  readonly user: User;
  /** The versions of the posts that can be dragged, by id. */
  readonly movable: ReadonlyMap<string, number>;
  readonly labels: LabelColors;
  /** Whether what crowds an hour becomes one entry. */
  readonly groups: boolean;
}

/** The entries that the page’s script draws. */
export async function entriesOf(
  days: readonly Day[],
  { user, movable, labels, groups }: Drawing,
): Promise<CalendarEntries> {
  const now = wallNow(user);
  const hours = days.flatMap((day) =>
    byHour(itemsOf(day)).map(([first, ...others]) => {
      const items = [first, ...others];
      if (groups && items.length > MAX_PER_HOUR) return [groupOf(day.date, first, items, labels)];
      return items.map((one) => entryOf(one, movable, labels));
    }),
  );
  return {
    now: wallText(now),
    next: nextHour(days.flatMap(itemsOf), now),
    entries: [
      ...(await Promise.all(hours.flat())),
      { id: 'now', kind: 'now', tone: 'now', html: '', move: null, ...boxOf(now, 1) },
    ],
  };
}

/** Items in order of time, by the hour of their day. */
function byHour(items: readonly CalendarItem[]): (readonly [CalendarItem, ...CalendarItem[]])[] {
  const hours = new Map<string, [CalendarItem, ...CalendarItem[]]>();
  for (const item of items) {
    const hour = whenOf(item).local.slice(0, 17);
    const known = hours.get(hour);
    if (known) known.push(item);
    else hours.set(hour, [item]);
  }
  return [...hours.values()];
}

const whenOf = (item: CalendarItem) => (item.kind === 'slot' ? item.slot.when : item.post.when);

/** A little before the first post that is still to come. */
function nextHour(items: readonly CalendarItem[], now: WallTime): string {
  const next = items.find((item) => item.kind === 'post' && wallOf(whenOf(item).local) >= now);
  if (next === undefined) return MORNING;
  const at = wallOf(whenOf(next).local);
  return wallText(Math.max(startOfDay(at), at - BEFORE_NEXT_MINUTES * MINUTE_MS)).slice(11, 16);
}

/** One entry for what crowds an hour: its first lines, and a link to the list of the day. */
async function groupOf(
  date: string,
  first: CalendarItem,
  items: readonly CalendarItem[],
  colors: LabelColors,
): Promise<CalendarEntry> {
  const lines = items.map(wordsOf);
  const shown = lines.slice(0, MAX_PER_HOUR);
  const html = String(await GroupLines({ date, shown, more: lines.length - shown.length, colors }));
  const tone = TONES.find((one) => lines.some((line) => line.tone === one)) ?? 'plain';
  const { local } = whenOf(first);
  return {
    id: `group ${local}`,
    kind: 'group',
    ...{ tone, html, move: null },
    ...boxOf(wallOf(local), GROUP_MINUTES),
  };
}

/** What most needs to be seen first. */
const TONES: readonly Tone[] = ['bad', 'warn', 'calm', 'good'];

interface GroupLinesProps {
  readonly date: string;
  readonly shown: readonly ItemWords[];
  readonly more: number;
  readonly colors: LabelColors;
}

function GroupLines({ date, shown, more, colors }: GroupLinesProps) {
  return (
    <>
      {shown.map((item) => (
        <a class={`group-line ${item.tone}`} href={item.href} draggable={false}>
          <time class="entry-time">{item.time}</time>
          <span class="unseen">{item.status}: </span>
          <span class="entry-words">{item.words}</span>
          <LabelDots names={item.labels} colors={colors} />
          <HoverCard item={item} colors={colors} />
        </a>
      ))}
      <a class="group-more" href={`/calendar?view=list&date=${date}#day-${date}`} draggable={false}>
        +{more}
        <span class="unseen"> more on this day</span>
      </a>
    </>
  );
}

interface EntryProps {
  readonly item: ItemWords;
  readonly colors: LabelColors;
}

/** What a script shows while somebody points at an entry, or has the focus on it. */
function HoverCard({ item, colors }: EntryProps) {
  const { status, tone, words, platforms, labels, title } = item;
  return (
    <template>
      <p class="line">
        <Pill tone={tone}>{status}</Pill>
        <span class="nets">
          {platforms.map((platform) => (
            <NetworkMark platform={platform} />
          ))}
        </span>
      </p>
      <p class="words">{words}</p>
      <Labels names={labels} colors={colors} />
      <p class="small soft">{title}</p>
    </template>
  );
}

async function entryOf(
  item: CalendarItem,
  movable: ReadonlyMap<string, number>,
  colors: LabelColors,
): Promise<CalendarEntry> {
  const words = wordsOf(item);
  const html = String(await EntryLink({ item: words, colors }));
  const when = whenOf(item);
  const box = boxOf(wallOf(when.local), ENTRY_MINUTES);
  if (item.kind === 'slot') {
    return { id: item.slot.id, kind: 'slot', tone: words.tone, html, move: null, ...box };
  }
  const { postId } = item.post;
  const version = movable.get(postId);
  return {
    id: `${postId} ${when.utc}`,
    kind: item.kind,
    tone: words.tone,
    html,
    move: version === undefined ? null : { postId, version },
    ...box,
  };
}

/** The content of an entry in the grid. */
function EntryLink({ item, colors }: EntryProps) {
  const { href, time, status, words, platforms, labels } = item;
  return (
    <a class="entry-link" href={href} draggable={false}>
      <span class="entry-head">
        <time class="entry-time">{time}</time>
        <span class="nets">
          {platforms.map((platform) => (
            <NetworkMark platform={platform} />
          ))}
        </span>
        <LabelDots names={labels} colors={colors} />
      </span>
      <span class="unseen">{status}: </span>
      <span class="entry-words">{words}</span>
      <HoverCard item={item} colors={colors} />
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
