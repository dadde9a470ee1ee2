import { ID_PREFIXES } from '../../../contract/ids.js';
import { type Occurrence, occurrencesBetween } from '../../../time/occurrences.js';
import { slotIdOf } from '../../../time/slot-id.js';
import { type ScheduleDefinition, storedDefinition } from './schedule-definition.js';
import type { StoredSchedule } from './schedule-repository.js';

/** One time at which one account publishes. */
export interface AccountSlot {
  readonly id: string;
  readonly scheduleId: string;
  readonly accountId: string;
  readonly definition: ScheduleDefinition;
  readonly occurrence: Occurrence;
}

/** A time at which a post is due or was published on an account. */
export interface BookedTime {
  readonly targetId: string;
  readonly postId: string;
  readonly accountId: string;
  /** The slot that it was queued into; null if its time was set directly. */
  readonly slotId: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

const MINUTE = 60_000;
const ID_PREFIX = `${ID_PREFIXES.schedule}_`;

/**
 * The slots of schedules between `from` and `to` (exclusive, epoch milliseconds), one per account, in order of time.
 * Paused schedules have no slots.
 *
 * @param accountIds only slots of these accounts; all by default
 */
export function slotsBetween(
  schedules: readonly StoredSchedule[],
  from: number,
  to: number,
  accountIds?: ReadonlySet<string>,
): AccountSlot[] {
  const slots: AccountSlot[] = [];
  for (const stored of schedules) {
    const definition = storedDefinition(stored);
    if (!definition.active) continue;
    const scheduleId = stored.schedule.id;
    const included = stored.accountIds.filter((id) => accountIds?.has(id) ?? true);
    if (included.length === 0) continue;
    for (const occurrence of occurrencesBetween(definition, from, to)) {
      const id = slotIdFor(scheduleId, occurrence);
      for (const accountId of included) slots.push({ id, scheduleId, accountId, definition, occurrence });
    }
  }
  return slots.sort(bySlotTime);
}

export function slotIdFor(scheduleId: string, { day, index }: Pick<Occurrence, 'day' | 'index'>): string {
  return slotIdOf({ schedule: scheduleId.slice(ID_PREFIX.length), day, index });
}

/** The id of the schedule that a slot id refers to. */
export function scheduleIdFrom(named: string): string {
  return `${ID_PREFIX}${named}`;
}

/** Finds the booked time that takes a slot: a post queued into it, or one scheduled for the same minute. */
export class TakenSlots<Held extends BookedTime = BookedTime> {
  readonly #bySlot = new Map<string, Held>();
  readonly #byMinute = new Map<string, Held>();

  constructor(held: Iterable<Held>) {
    for (const time of held) {
      if (time.slotId !== null) this.#bySlot.set(`${time.accountId} ${time.slotId}`, time);
      this.#byMinute.set(`${time.accountId} ${minuteOf(time.at)}`, time);
    }
  }

  by({ id, accountId, occurrence }: AccountSlot): Held | null {
    return (
      this.#bySlot.get(`${accountId} ${id}`) ??
      this.#byMinute.get(`${accountId} ${minuteOf(occurrence.publishAt)}`) ??
      null
    );
  }
}

const minuteOf = (instant: number): number => Math.floor(instant / MINUTE);

function bySlotTime(one: AccountSlot, other: AccountSlot): number {
  return (
    one.occurrence.publishAt - other.occurrence.publishAt ||
    compareIds(one.accountId, other.accountId) ||
    compareIds(one.scheduleId, other.scheduleId) ||
    compareIds(one.id, other.id)
  );
}

/** By code units, as the database sorts ids. */
export function compareIds(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
