import type { SlotState } from '../../../contract/schedules/slots.js';
import type { Queries } from '../../store/store.js';
import { heldBetween, type LockedPost } from './held-times.js';
import { listSchedules } from './repository.js';
import { type AccountSlot, slotsBetween, TakenSlots } from './slots.js';

const DAY = 24 * 60 * 60_000;
/** Slots are worked out for so many days at once, until there are enough. */
const STRETCH_DAYS = 28;

/** Where an entry stands in the list: its time, its account, and the id of its slot or target. */
type Place = readonly [at: number, accountId: string, id: string];

/** A slot, with the post that takes it; or a post that holds none. */
export type Entry =
  | { readonly place: Place; readonly slot: AccountSlot; readonly post: LockedPost | null }
  | { readonly place: Place; readonly slot: null; readonly post: LockedPost };

export interface SlotListing {
  readonly workspaceId: string;
  readonly accountId?: string | undefined;
  readonly state?: SlotState | undefined;
  /** Epoch milliseconds; `to` is left out. */
  readonly from: number;
  readonly to: number;
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
  /** Where the page before ended. */
  readonly after?: Place | undefined;
  /** Unlimited where it is left out. */
  readonly limit?: number | undefined;
}

/** Slots, and posts that hold none, in the order of time. Slots that passed without a post are left out. */
export async function listEntries(db: Queries, listing: SlotListing): Promise<Entry[]> {
  const { workspaceId, accountId, to, after, limit = Number.POSITIVE_INFINITY } = listing;
  const accountIds = accountId === undefined ? undefined : [accountId];
  const schedules = await listSchedules(db, { workspaceId, accountIds, active: true });
  const found: Entry[] = [];
  const begin = Math.max(listing.from, after?.[0] ?? listing.from);
  for (let from = begin; from < to && found.length < limit; ) {
    const until = Math.min(from + STRETCH_DAYS * DAY, to);
    // A day on either side: what falls into one minute may lie on both sides of an end of the stretch.
    const held = await heldBetween(db, workspaceId, from - DAY, until + DAY, accountIds);
    const slots = slotsBetween(schedules, from - DAY, until + DAY, accountIds && new Set(accountIds));
    const entries = entriesOf(slots, held, listing).filter(
      ({ place }) => place[0] >= from && place[0] < until,
    );
    found.push(...entries.filter(({ place }) => !after || comparePlaces(place, after) > 0));
    from = until;
  }
  return found.slice(0, limit);
}

function entriesOf(
  slots: readonly AccountSlot[],
  held: readonly LockedPost[],
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
  return at - otherAt || compare(accountId, otherAccountId) || compare(id, otherId);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
