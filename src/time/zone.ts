import { Zone } from 'luxon';
import { type ZoneTable, zoneTable } from './zone-data.js';

const MINUTE = 60_000;
const CYCLE_YEARS = 28;
const zones = new Map<string, BundledZone>();

/**
 * A luxon zone over the zone data that this package carries, so that times are the same on every runtime.
 * Offsets are right from 1970 to the end of the source's own data in 2499 (later years repeat its rules);
 * before 1970 the offset of 1970-01-01 is taken.
 */
export class BundledZone extends Zone<true> {
  readonly #name: string;
  readonly #table: ZoneTable;

  /**
   * The zone with this canonical name, always the same object.
   * @throws RangeError for a name that is not in the data: names from outside go through `findZone`.
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
    super();
    this.#name = name;
    this.#table = table;
  }

  override get type(): string {
    return 'bundled';
  }

  override get name(): string {
    return this.#name;
  }

  override get isUniversal(): boolean {
    return this.#table.changes.length === 0;
  }

  override get isValid(): true {
    return true;
  }

  /** Minutes east of Greenwich at an instant (epoch milliseconds). */
  override offset(instant: number): number {
    const { changes, offsets } = this.#table;
    return offsets[changesUpTo(changes, this.#listed(instant))] ?? 0;
  }

  /**
   * The last change of the offset at or before an instant, undefined where there was none since 1970. Beyond the
   * listed years it is exact for changes in the instant's own year.
   */
  lastChange(instant: number): number | undefined {
    const listed = this.#listed(instant);
    const change = this.#table.changes[changesUpTo(this.#table.changes, listed) - 1];
    return change === undefined ? undefined : change + (instant - listed);
  }

  /** `UTC+01:00`: the data carries no abbreviations, which name several zones each anyway. */
  override offsetName(instant: number): string {
    return `UTC${formatOffset(this.offset(instant))}`;
  }

  override formatOffset(instant: number, format: 'narrow' | 'short' | 'techie'): string {
    const short = formatOffset(this.offset(instant));
    if (format === 'techie') return short.replace(':', '');
    return format === 'narrow' ? short.replace(/^([+-])0/, '$1').replace(/:00$/, '') : short;
  }

  override equals(other: Zone): boolean {
    return other instanceof BundledZone && other.name === this.#name;
  }

  /** The instant itself, or beyond the listed years the like one in a listed year with the same calendar. */
  #listed(instant: number): number {
    const end = this.#table.cycleEnd;
    if (end === undefined) return instant;
    const year = new Date(instant).getUTCFullYear();
    return year > end ? instant - yearStart(year) + yearStart(sameCalendar(year, end)) : instant;
  }
}

const yearStart = (year: number): number => Date.UTC(year, 0, 1);
const yearDays = (year: number): number => (yearStart(year + 1) - yearStart(year)) / (1440 * MINUTE);

/** The last year up to `end` that begins on the same weekday and is as long: one of 28, as no century is among them. */
function sameCalendar(year: number, end: number): number {
  const weekday = new Date(yearStart(year)).getUTCDay();
  for (let like = end; like > end - CYCLE_YEARS; like--) {
    if (new Date(yearStart(like)).getUTCDay() === weekday && yearDays(like) === yearDays(year)) return like;
  }
  return end;
}

/** How many of the ascending instants have come at `instant`. */
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

/** `+05:30` for 330 minutes; seconds, which only zones of the past have, are cut off. */
export function formatOffset(minutes: number): string {
  const whole = Math.trunc(Math.abs(minutes));
  const part = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${part(Math.trunc(whole / 60))}:${part(whole % 60)}`;
}
