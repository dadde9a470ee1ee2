import { accountInMessage } from '../../../contract/plain-names.js';
import { localForm, relativeForm } from '../../../time/forms.js';
import { occurrenceAt } from '../../../time/occurrences.js';
import { readSlotId } from '../../../time/slot-id.js';
import { BundledZone } from '../../../time/zone.js';
import { type RequestRefused, refusalOfIssue } from '../../operations/refusal.js';
import type { Queries } from '../../store/store.js';
import { bookedBetween } from './booked-times.js';
import { storedDefinition } from './schedule-definition.js';
import { findSchedule, listSchedules, type StoredSchedule } from './schedule-repository.js';
import { type AccountSlot, scheduleIdFrom, slotIdFor, slotsBetween, TakenSlots } from './slots.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** How far ahead to look for an open slot, in days. A queue that is full for longer is reported as an error. */
const HORIZON_DAYS = 400;
/** The first period to search. Each following period is twice as long as the one before. */
const FIRST_PERIOD_DAYS = 7;

export interface SlotRequest {
  readonly workspaceId: string;
  readonly accounts: readonly { readonly id: string; readonly handle: string }[];
  /** Workspace time, epoch milliseconds. Slots up to and including it have passed. */
  readonly now: number;
  /** Excludes slots before it; now by default. */
  readonly from?: number | undefined;
  /** Accepts only this slot. */
  readonly slotId?: string | undefined;
  /** Chooses the same instant for all accounts. */
  readonly together?: boolean | undefined;
  /** Ids of targets whose times do not count, because they get new ones. */
  readonly except?: ReadonlySet<string> | undefined;
}

/** A slot for each account, or why there is none. */
export type SlotChoice =
  | { readonly ok: true; readonly slots: ReadonlyMap<string, AccountSlot> }
  | { readonly ok: false; readonly refusal: RequestRefused };

/**
 * Finds the slots for a post: the next open one of each account, the named one, or with `together` the earliest
 * instant at which all accounts have an open slot. Nothing is reserved here: call `reserveSlots` in the same
 * transaction.
 */
export async function chooseSlots(db: Queries, request: SlotRequest): Promise<SlotChoice> {
  if (request.slotId !== undefined) return namedSlots(db, request, request.slotId);
  return request.together === true ? commonSlots(db, request) : nextSlots(db, request);
}

async function nextSlots(db: Queries, request: SlotRequest): Promise<SlotChoice> {
  const chosen = new Map<string, AccountSlot>();
  for await (const open of openSlots(db, request)) {
    for (const slot of open) if (!chosen.has(slot.accountId)) chosen.set(slot.accountId, slot);
    if (chosen.size === request.accounts.length) return { ok: true, slots: chosen };
  }
  const without = request.accounts.filter(({ id }) => !chosen.has(id));
  return refuse('no_open_slot', await nothingOpen(db, request, without));
}

async function commonSlots(db: Queries, request: SlotRequest): Promise<SlotChoice> {
  for await (const open of openSlots(db, request)) {
    const atInstant = new Map<number, Map<string, AccountSlot>>();
    for (const slot of open) {
      const { publishAt } = slot.occurrence;
      const slots = atInstant.get(publishAt) ?? new Map<string, AccountSlot>();
      if (!slots.has(slot.accountId)) slots.set(slot.accountId, slot);
      atInstant.set(publishAt, slots);
      if (slots.size === request.accounts.length) return { ok: true, slots };
    }
  }
  return refuse(
    'no_common_slot',
    `In the next ${HORIZON_DAYS} days there is no time at which ${handlesOf(request.accounts)} all have an open slot. Create a schedule that includes all of them, remove \`together\`, or use \`scheduleMode: schedule\` with \`scheduledAt\`.`,
  );
}

/** Yields the open slots of the accounts, one period at a time, each in order of time. */
async function* openSlots(db: Queries, request: SlotRequest): AsyncGenerator<AccountSlot[]> {
  const { workspaceId, accounts, now } = request;
  const accountIds = accounts.map(({ id }) => id);
  const schedules = await listSchedules(db, { workspaceId, accountIds, active: true });
  if (schedules.length === 0) return;
  // A slot at exactly `now` has passed.
  const begin = Math.max(request.from ?? now, now + 1);
  const end = begin + HORIZON_DAYS * DAY;
  let days = FIRST_PERIOD_DAYS;
  for (let from = begin; from < end; days *= 2) {
    const to = Math.min(from + days * DAY, end);
    // A day more on either side: if a zone's rules change after a slot was reserved, the slot moves but its post stays.
    const taken = await takenBetween(db, request, from - DAY, to + DAY);
    yield slotsBetween(schedules, from, to, new Set(accountIds)).filter((slot) => taken.by(slot) === null);
    from = to;
  }
}

async function takenBetween(
  db: Queries,
  request: SlotRequest,
  from: number,
  to: number,
): Promise<TakenSlots> {
  const accountIds = request.accounts.map(({ id }) => id);
  const held = await bookedBetween(db, request.workspaceId, from, to, accountIds);
  return new TakenSlots(held.filter(({ targetId }) => !request.except?.has(targetId)));
}

async function namedSlots(db: Queries, request: SlotRequest, slotId: string): Promise<SlotChoice> {
  const name = readSlotId(slotId);
  const stored = name && (await findSchedule(db, request.workspaceId, scheduleIdFrom(name.schedule)));
  if (!name || !stored) {
    return refuse(
      'slot_unknown',
      `There is no slot ${slotId}. \`GET /v1/queue/slots?state=open\` lists the open slots.`,
    );
  }
  const definition = storedDefinition(stored);
  const occurrence = occurrenceAt(definition, name.day, name.index);
  if (!occurrence || slotIdFor(stored.schedule.id, occurrence) !== slotId) {
    return refuse(
      'slot_unknown',
      `The schedule “${definition.label}” has no slot ${slotId}. It may have been changed.`,
    );
  }
  const { publishAt } = occurrence;
  const zone = BundledZone.named(definition.timezone);
  const at = `${localForm(publishAt, zone)} in ${zone.name}`;
  if (!definition.active) {
    return refuse(
      'slot_unknown',
      `The schedule “${definition.label}” is paused, so its slot ${at} is not open.`,
    );
  }
  if (publishAt <= request.now) {
    return refuse('slot_unknown', `The slot ${at} has passed, ${relativeForm(publishAt, request.now)}.`);
  }
  const foreign = request.accounts.filter(({ id }) => !stored.accountIds.includes(id));
  if (foreign.length > 0) {
    return refuse(
      'slot_unknown',
      `The slot ${at} belongs to the schedule “${definition.label}”, which does not include ${handlesOf(foreign)}.`,
    );
  }
  const taken = await takenBetween(db, request, publishAt - DAY, publishAt + DAY);
  const slots = new Map<string, AccountSlot>();
  for (const { id: accountId } of request.accounts) {
    const slot = { id: slotId, scheduleId: stored.schedule.id, accountId, definition, occurrence };
    const by = taken.by(slot);
    if (by) return refuseTaken(db, request, at, by.postId);
    slots.set(accountId, slot);
  }
  return { ok: true, slots };
}

async function refuseTaken(
  db: Queries,
  request: SlotRequest,
  at: string,
  postId: string,
): Promise<SlotChoice> {
  const next = await nextSlots(db, { ...request, slotId: undefined });
  const open = next.ok
    ? [...next.slots.values()].map(({ id, definition, occurrence }) => {
        const zone = BundledZone.named(definition.timezone);
        return `${id} (${localForm(occurrence.publishAt, zone)})`;
      })
    : [];
  const instead = open.length > 0 ? ` The next open slot is ${[...new Set(open)].join(', ')}.` : '';
  return refuse('slot_taken', `The slot ${at} is taken by ${postId}.${instead}`, postId);
}

async function nothingOpen(
  db: Queries,
  { workspaceId }: SlotRequest,
  without: SlotRequest['accounts'],
): Promise<string> {
  const schedules = await listSchedules(db, { workspaceId, accountIds: without.map(({ id }) => id) });
  const known = new Set(schedules.flatMap((stored: StoredSchedule) => stored.accountIds));
  const active = new Set(
    schedules.filter(({ schedule }) => schedule.active === 1).flatMap(({ accountIds }) => accountIds),
  );
  const reasons = without.map(({ id, handle }) => {
    const account = accountInMessage({ id, handle });
    if (!known.has(id)) return `${account} has no schedule.`;
    if (!active.has(id)) return `The schedules of ${account} are paused.`;
    return `Every slot of ${account} in the next ${HORIZON_DAYS} days is taken.`;
  });
  return `${reasons.join(' ')} Create a schedule with \`POST /v1/schedules\`, or choose a time with \`scheduledAt\`.`;
}

function handlesOf(accounts: SlotRequest['accounts']): string {
  return accounts.map(accountInMessage).join(', ');
}

function refuse(
  code: 'no_open_slot' | 'no_common_slot' | 'slot_unknown' | 'slot_taken',
  detail: string,
  existingPostId?: string,
): SlotChoice {
  const pointer = code.startsWith('slot_') ? '/slotId' : '/scheduleMode';
  return {
    ok: false,
    refusal: refusalOfIssue(code, { message: detail, pointer }, existingPostId ? { existingPostId } : {}),
  };
}
