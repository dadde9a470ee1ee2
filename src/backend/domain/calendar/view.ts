import { shownHandle } from '../../../contract/handles.js';
import { PLATFORMS } from '../../../contract/platforms.js';
import type { CalendarPost, OpenSlot } from '../../../contract/schedules/slots.js';
import { clockNote } from '../../../time/clock-notes.js';
import { timeForms } from '../../../time/forms.js';
import type { AccountRow } from '../../store/schema.js';
import { excerptOf } from '../slots/excerpts.js';
import type { AccountSlot } from '../slots/slots.js';
import type { TimedTarget } from './repository.js';

export interface CalendarContext {
  /** Zone of the calendar's days. */
  readonly timezone: string;
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
}

/**
 * The posts of a day. Accounts that publish the same post at the same time share one entry.
 *
 * @param labels by post
 */
export function viewPosts(
  targets: readonly TimedTarget[],
  labels: ReadonlyMap<string, readonly string[]>,
  { timezone, now }: CalendarContext,
): CalendarPost[] {
  const together = groupsOf(targets, ({ postId, at }) => `${postId} ${at}`);
  return together.map(([first, ...others]) => ({
    postId: first.postId,
    status: first.postStatus,
    when: timeForms(first.at, timezone, now),
    excerpt: excerptOf(first.text),
    targets: [first, ...others].map(({ accountId, platform, handle, status }) => ({
      accountId,
      platform,
      handle: shownHandle(handle),
      status,
    })),
    labels: [...(labels.get(first.postId) ?? [])],
  }));
}

/** The open slots of a day, each with its accounts. */
export function viewOpenSlots(
  slots: readonly AccountSlot[],
  accounts: readonly AccountRow[],
  { timezone, now }: CalendarContext,
): OpenSlot[] {
  const shown = [...accounts].sort(
    (one, other) => PLATFORMS.indexOf(one.platform) - PLATFORMS.indexOf(other.platform),
  );
  return groupsOf(slots, ({ id }) => id).map(([first, ...others]) => {
    const note = clockNote(first.occurrence, first.definition);
    return {
      id: first.id,
      when: timeForms(first.occurrence.publishAt, timezone, now),
      label: first.definition.label,
      accounts: shown
        .filter(({ id }) => [first, ...others].some(({ accountId }) => accountId === id))
        .map(({ id, platform, handle }) => ({ accountId: id, platform, handle: shownHandle(handle) })),
      warnings: note ? [note] : [],
    };
  });
}

/** Groups items by key, in the order in which the keys first appear. */
function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}
