import { DateTime, Zone } from 'luxon';
import { BundledZone, formatOffset } from './zone.js';

/**
 * A time as people write it: `Tue 1 Dec, 09:00`, with the year if it is not the current one. Luxon is 71 KB, so this
 * file must be loaded with the dashboard's pages, never at start-up.
 *
 * @param instant epoch milliseconds
 * @param now epoch milliseconds
 * @throws RangeError for a zone that is not in the zone data
 */
export function readableTime(instant: number, zoneName: string, now: number): string {
  const zone = new LuxonZone(BundledZone.named(zoneName));
  const time = DateTime.fromMillis(instant, { zone, locale: 'en' });
  const isThisYear = time.hasSame(DateTime.fromMillis(now, { zone }), 'year');
  return time.toFormat(isThisYear ? 'ccc d LLL, HH:mm' : 'ccc d LLL yyyy, HH:mm');
}

/** A luxon zone that uses the zone data in this package. */
export class LuxonZone extends Zone<true> {
  readonly #zone: BundledZone;

  constructor(zone: BundledZone) {
    super();
    this.#zone = zone;
  }

  override get type(): string {
    return 'bundled';
  }

  override get name(): string {
    return this.#zone.name;
  }

  override get isUniversal(): boolean {
    return this.#zone.isUniversal;
  }

  override get isValid(): true {
    return true;
  }

  override offset(instant: number): number {
    return this.#zone.offset(instant);
  }

  override offsetName(instant: number): string {
    return this.#zone.offsetName(instant);
  }

  override formatOffset(instant: number, format: 'narrow' | 'short' | 'techie'): string {
    const short = formatOffset(this.offset(instant));
    if (format === 'techie') return short.replace(':', '');
    return format === 'narrow' ? short.replace(/^([+-])0/, '$1').replace(/:00$/, '') : short;
  }

  override equals(other: Zone): boolean {
    return other instanceof LuxonZone && other.name === this.name;
  }
}
