import { type ZoneTable, zoneTable } from './zone-data.js';

const MINUTE = 60_000;
const CYCLE_YEARS = 28;
const zones = new Map<string, BundledZone>();

/**
 * A time zone from the zone data that ships with this package, so that times are the same on every runtime.
 * Offsets are exact from 1970 to 2499, where the source data ends; later years repeat its rules, and earlier ones
 * have the offset of 1970-01-01.
 */
export class BundledZone {
  readonly name: string;
  readonly #table: ZoneTable;

  /**
   * The zone with this canonical name, always the same object.
   * @throws RangeError for an unknown name: look up names from outside with `findZone`.
   */
  static named(name: string): BundledZone {
    let zone = zones.get(name);
    if (!zone) {
      zone = new BundledZone(name, zoneTable(name));
      zones.set(name, zone);
    }
    return zone;
  }

  private constructor(name: string, table: ZoneTable) {
    this.name = name;
    this.#table = table;
  }

  /** Whether the offset has never changed since 1970. */
  get isUniversal(): boolean {
    return this.#table.changes.length === 0;
  }

  /** Minutes east of Greenwich at an instant (epoch milliseconds). */
  offset(instant: number): number {
    const { changes, offsets } = this.#table;
    return offsets[changesUpTo(changes, this.#listed(instant))] ?? 0;
  }

  /**
   * The last change of the offset at or before an instant; undefined if there was none since 1970. Beyond the listed
   * years it is exact only for changes in the instant's own year.
   */
  lastChange(instant: number): number | undefined {
    const listed = this.#listed(instant);
    const change = this.#table.changes[changesUpTo(this.#table.changes, listed) - 1];
    return change === undefined ? undefined : change + (instant - listed);
  }

  /** `UTC+01:00`. Abbreviations such as CST are ambiguous, so the data has none. */
  offsetName(instant: number): string {
    return `UTC${formatOffset(this.offset(instant))}`;
  }

  /** The instant itself; beyond the listed years, the same moment of a listed year with the same calendar. */
  #listed(instant: number): number {
    const end = this.#table.cycleEnd;
    if (end === undefined) return instant;
    const year = new Date(instant).getUTCFullYear();
    return year > end ? instant - yearStart(year) + yearStart(sameCalendar(year, end)) : instant;
  }
}

const yearStart = (year: number): number => Date.UTC(year, 0, 1);
const yearDays = (year: number): number => (yearStart(year + 1) - yearStart(year)) / (1440 * MINUTE);

/** The last year up to `end` that has the same length and begins on the same weekday. One exists in every 28 years. */
function sameCalendar(year: number, end: number): number {
  const weekday = new Date(yearStart(year)).getUTCDay();
  for (let like = end; like > end - CYCLE_YEARS; like--) {
    if (new Date(yearStart(like)).getUTCDay() === weekday && yearDays(like) === yearDays(year)) return like;
  }
  return end;
}

/** How many of the ascending changes are at or before `instant`. */
function changesUpTo(changes: readonly number[], instant: number): number {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle] ?? Number.POSITIVE_INFINITY) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `+05:30` for 330 minutes. Seconds, which only historical offsets have, are dropped. */
export function formatOffset(minutes: number): string {
  const whole = Math.trunc(Math.abs(minutes));
  const part = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${part(Math.trunc(whole / 60))}:${part(whole % 60)}`;
}
