import type { SlotState } from '../../../contract/schedules/slots.js';
import type { Queries } from '../../store/store.js';
import { type BookedPost, bookedBetween } from './booked-times.js';
import { storedDefinition } from './schedule-definition.js';
import { listSchedules, type StoredSchedule } from './schedule-repository.js';
import { slotsPerWeek } from './slot-limit.js';
import { type AccountSlot, compareIds, slotsBetween, TakenSlots } from './slots.js';

const DAY = 24 * 60 * 60_000;
/** Slots are computed for at most this many days at a time, until there are enough. */
const MAX_PERIOD_DAYS = 28;

/** An entry's position in the list: its time, its account, and the id of its slot or target. */
type Place = readonly [at: number, accountId: string, id: string];

/** A slot, with its post if it is taken; or a post without a slot. */
export type Entry =
  | { readonly place: Place; readonly slot: AccountSlot; readonly post: BookedPost | null }
  | { readonly place: Place; readonly slot: null; readonly post: BookedPost };

export interface SlotListing {
  readonly workspaceId: string;
  readonly accountId?: string | undefined;
  readonly state?: SlotState | undefined;
  /** Epoch milliseconds; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
  /** Where the previous page ended. */
  readonly after?: Place | undefined;
  /** Unlimited by default. */
  readonly limit?: number | undefined;
}

/** Slots, and posts without a slot, in order of time. Past slots without a post are not included. */
export async function listEntries(db: Queries, listing: SlotListing): Promise<Entry[]> {
  const { workspaceId, accountId, to, after, limit = Number.POSITIVE_INFINITY } = listing;
  const accountIds = accountId === undefined ? undefined : [accountId];
  const schedules = await listSchedules(db, { workspaceId, accountIds, active: true });
  const found: Entry[] = [];
  const begin = Math.max(listing.from, after?.[0] ?? listing.from);
  let days = firstPeriodDays(schedules, limit);
  for (let from = begin; from < to && found.length < limit; days = Math.min(days * 2, MAX_PERIOD_DAYS)) {
    const until = Math.min(from + days * DAY, to);
    // A day more on either side: a slot and the post of the same minute can lie on both sides of a period's end.
    const held = await bookedBetween(db, workspaceId, from - DAY, until + DAY, accountIds);
    const mayList = held.length > 0 || (listing.state !== 'taken' && until > listing.now);
    const slots = mayList
      ? slotsBetween(schedules, from - DAY, until + DAY, accountIds && new Set(accountIds))
      : [];
    for (const entry of entriesOf(slots, held, listing)) {
      const { place } = entry;
      if (place[0] < from || place[0] >= until) continue;
      if (!after || comparePlaces(place, after) > 0) found.push(entry);
    }
    from = until;
  }
  return found.slice(0, limit);
}

/** About as many days as the slots of a page take: a full workspace has more than a page of them on one day. */
function firstPeriodDays(schedules: readonly StoredSchedule[], limit: number): number {
  const perWeek = schedules.reduce((sum, stored) => sum + slotsPerWeek(storedDefinition(stored)), 0);
  return Math.min(Math.ceil((limit * 7) / Math.max(perWeek, 1)), MAX_PERIOD_DAYS);
}

function entriesOf(
  slots: readonly AccountSlot[],
  held: readonly BookedPost[],
  { state, now }: Pick<SlotListing, 'state' | 'now'>,
): Entry[] {
  const taken = new TakenSlots(held);
  const inSlots = new Set<string>();
  const entries: Entry[] = [];
  for (const slot of slots) {
    const { publishAt } = slot.occurrence;
    const post = taken.by(slot);
    if (post) inSlots.add(post.targetId);
    const listed = post ? state !== 'open' : state !== 'taken' && publishAt > now;
    if (listed) entries.push({ place: [publishAt, slot.accountId, slot.id], slot, post });
  }
  if (state !== 'open') {
    for (const post of held) {
      if (inSlots.has(post.targetId)) continue;
      entries.push({ place: [post.at, post.accountId, post.targetId], slot: null, post });
    }
  }
  return entries.sort((one, other) => comparePlaces(one.place, other.place));
}

function comparePlaces(one: Place, other: Place): number {
  const [at, accountId, id] = one;
  const [otherAt, otherAccountId, otherId] = other;
  return at - otherAt || compareIds(accountId, otherAccountId) || compareIds(id, otherId);
}
