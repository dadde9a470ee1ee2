import { type WallTime, wallTimeOf } from './wall-clock.js';
import { dateOf } from './weekly-window.js';

/** What a slot id encodes. */
export interface SlotName {
  /** The schedule's id without its prefix. */
  readonly schedule: string;
  /** Midnight of the local day on which the slot's window starts. */
  readonly day: WallTime;
  /** Its index among the slots of the day, as in `Occurrence`. */
  readonly index: number;
}

/** `slot_<schedule>_20261201_0`. It stays the same for the life of the schedule, even if its times change. */
export function slotIdOf({ schedule, day, index }: SlotName): string {
  return `slot_${schedule}_${digitsOf(day)}_${index}`;
}

/** A cache: listing a year of many schedules formats the same days repeatedly. */
const digitsByDay = new Map<WallTime, string>();
const MAX_CACHED_DAYS = 1000;

/** `20261201`. */
function digitsOf(day: WallTime): string {
  const known = digitsByDay.get(day);
  if (known !== undefined) return known;
  const digits = dateOf(day).replaceAll('-', '');
  if (digitsByDay.size >= MAX_CACHED_DAYS) digitsByDay.clear();
  digitsByDay.set(day, digits);
  return digits;
}

/** Parses a slot id; undefined for any other text. */
export function readSlotId(id: string): SlotName | undefined {
  const [, schedule, year, month, day, index] =
    /^slot_([0-9a-z]{1,40})_(\d{4})(\d{2})(\d{2})_(\d{1,4})$/.exec(id) ?? [];
  if (schedule === undefined) return undefined;
  const midnight = wallTimeOf(Number(year), Number(month), Number(day));
  return midnight === undefined ? undefined : { schedule, day: midnight, index: Number(index) };
}
