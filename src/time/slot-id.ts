import { type WallTime, wallTimeOf } from './wall-clock.js';
import { dateOf } from './weekly-window.js';

/** Which instant of which schedule a slot is. */
export interface SlotName {
  /** The schedule's id without its prefix. */
  readonly schedule: string;
  /** Midnight of the local day on which the slot's window begins. */
  readonly day: WallTime;
  /** Its place in the window, from 0. */
  readonly index: number;
}

/** `slot_<schedule>_20261201_0`: the same for as long as the schedule lives, whatever times it is given. */
export function slotIdOf({ schedule, day, index }: SlotName): string {
  return `slot_${schedule}_${digitsOf(day)}_${index}`;
}

/** Listing a year of many schedules writes the same days again and again. */
const written = new Map<WallTime, string>();
const DAYS_KEPT = 1000;

/** `20261201`. */
function digitsOf(day: WallTime): string {
  const known = written.get(day);
  if (known !== undefined) return known;
  const digits = dateOf(day).replaceAll('-', '');
  if (written.size >= DAYS_KEPT) written.clear();
  written.set(day, digits);
  return digits;
}

/** What a slot id names; undefined for a text that is none. */
export function readSlotId(id: string): SlotName | undefined {
  const [, schedule, year, month, day, index] =
    /^slot_([0-9a-z]{1,40})_(\d{4})(\d{2})(\d{2})_(\d{1,3})$/.exec(id) ?? [];
  if (schedule === undefined) return undefined;
  const midnight = wallTimeOf(Number(year), Number(month), Number(day));
  return midnight === undefined ? undefined : { schedule, day: midnight, index: Number(index) };
}
