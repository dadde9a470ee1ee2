import * as z from 'zod';
import { shownHandle } from '../../../contract/handles.js';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import {
  DEFAULT_SLOT_DAYS,
  MAX_SLOT_DAYS,
  type Slot,
  type SlotPage,
  type SlotState,
  type UnslottedPost,
} from '../../../contract/schedules/slots.js';
import { clockNote } from '../../../time/clock-notes.js';
import { timeForms } from '../../../time/forms.js';
import { readTimeRange } from '../../../time/time-range.js';
import type { Call } from '../../operations/call.js';
import { readCursor } from '../../operations/cursor.js';
import { listPage } from '../../operations/list-page.js';
import { refusalOfIssue } from '../../operations/refusal.js';
import { pageRows } from '../../store/queries/page-rows.js';
import type { AccountRow } from '../../store/schema.js';
import { listAllAccounts } from '../accounts/repository.js';
import { requireAccountIfNamed } from '../accounts/require-account.js';
import type { BookedPost } from '../slots/booked-times.js';
import { excerptsOf } from '../slots/excerpts.js';
import { type Entry, listEntries } from '../slots/slot-list.js';
import type { AccountSlot } from '../slots/slots.js';

type SlotCall = Call<'queue.slots'>;

/** The position of a page's last entry, and the range of the list, which may have started at the then current time. */
const Position = z.tuple([z.number().int(), z.string(), z.string(), z.number().int(), z.number().int()]);

/** A page of slots, with the posts of the same period that have no slot. */
export async function listSlotPage(call: SlotCall): Promise<SlotPage> {
  const { query, caller, services, now } = call;
  const { timezone, id: workspaceId } = caller.workspace;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  await requireAccountIfNamed(services.store.db, workspaceId, query.accountId);
  const list = ['queue.slots', workspaceId, query.from, query.to, query.accountId, query.state];
  const position = readCursor(list, query.cursor, Position);
  const { from, to } = position ? { from: position[3], to: position[4] } : rangeOf(call);
  const mayReadPosts = caller.key.scopes.has('posts:read');

  const found = await listEntries(services.store.db, {
    workspaceId,
    accountId: query.accountId,
    state: query.state,
    from,
    to,
    now,
    after: position ? [position[0], position[1], position[2]] : undefined,
    limit: limit + 1,
  });
  const placeOf = ({ place }: Entry) => [...place, from, to] as const;
  const page = pageRows({ rows: found, scannedUpTo: null }, { limit, placeOf });
  const accounts = new Map(
    (await listAllAccounts(services.store.db, workspaceId)).map((row) => [row.id, row]),
  );
  const excerpts = await excerptsOf(
    services.store.db,
    mayReadPosts ? page.rows.flatMap(({ post }) => post?.targetId ?? []) : [],
  );
  const items = page.rows.map(({ slot, post }): { slot?: Slot; unslotted?: UnslottedPost } => {
    const shown = post && mayReadPosts ? { ...post, excerpt: excerpts.get(post.targetId) ?? '' } : null;
    if (!slot) return shown ? { unslotted: viewUnslotted(shown, now) } : {};
    const account = accounts.get(slot.accountId);
    const state = post ? 'taken' : 'open';
    return account ? { slot: viewSlot(slot, { state, post: shown }, account, now) } : {};
  });
  const { data, nextCursor } = listPage(list, page, placeOf, items);
  return {
    data: data.flatMap(({ slot }) => slot ?? []),
    unslotted: data.flatMap(({ unslotted }) => unslotted ?? []),
    from: timeForms(from, timezone, now),
    to: timeForms(to, timezone, now),
    nextCursor,
  };
}

/** @throws RequestRefused if `from` or `to` is invalid */
function rangeOf({ query, caller, now }: SlotCall): { readonly from: number; readonly to: number } {
  const range = readTimeRange({
    from: query.from,
    to: query.to,
    timezone: caller.workspace.timezone,
    now,
    defaultDays: DEFAULT_SLOT_DAYS,
    maxDays: MAX_SLOT_DAYS,
  });
  if (range.ok) return range;
  const { code, field, message, fix } = range;
  throw refusalOfIssue(code, { message, field, fix }, { serverTime: new Date(now).toISOString() });
}

interface Shown {
  readonly state: SlotState;
  /** Null if the slot is open or the key may not read posts. */
  readonly post: ShownPost | null;
}

interface ShownPost extends BookedPost {
  readonly excerpt: string;
}

function viewSlot(slot: AccountSlot, { state, post }: Shown, account: AccountRow, now: number): Slot {
  const { definition, occurrence } = slot;
  const when = timeForms(occurrence.publishAt, definition.timezone, now);
  const note = clockNote(occurrence, definition);
  return {
    id: slot.id,
    startsAt: new Date(occurrence.startsAt).toISOString(),
    endsAt: occurrence.endsAt === null ? null : new Date(occurrence.endsAt).toISOString(),
    publishAt: when.utc,
    local: when.local,
    when,
    scheduleId: slot.scheduleId as Slot['scheduleId'],
    label: definition.label,
    accountId: account.id,
    platform: account.platform,
    handle: shownHandle(account.handle),
    state,
    postId: post?.postId ?? null,
    excerpt: post?.excerpt ?? null,
    warnings: note ? [note] : [],
  };
}

function viewUnslotted(post: ShownPost, now: number): UnslottedPost {
  const when = timeForms(post.at, post.timezone, now);
  return {
    postId: post.postId,
    status: post.status,
    publishAt: when.utc,
    local: when.local,
    when,
    accountId: post.accountId,
    platform: post.platform,
    handle: shownHandle(post.handle),
    excerpt: post.excerpt,
  };
}
