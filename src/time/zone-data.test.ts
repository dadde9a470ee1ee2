import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { BundledZone } from './zone.js';
import { allZoneNames, canonicalZoneName, TZDATA_VERSION, zoneTable } from './zone-data.js';

const DAY = 86_400_000;

interface Packed {
  readonly version: string;
  readonly zones: readonly string[];
  readonly links: readonly string[];
}

const packed = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('moment-timezone/data/packed/latest.json'), 'utf8'),
) as Packed;

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX';

/** moment-timezone's numbers: base 60, with sixtieths after the point. */
function base60(text: string): number {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const units = Array.from(whole).reduce((sum, digit) => sum * 60 + DIGITS.indexOf(digit), 0);
  const parts = Array.from(fraction).reduceRight((sum, digit) => (sum + DIGITS.indexOf(digit)) / 60, 0);
  return (text.startsWith('-') ? -1 : 1) * (units + parts);
}

/** A zone's name and its spans: the end (epoch milliseconds) and the offset (minutes east) of each. */
function unpackSource(row: string): { name: string; spans: { until: number; offset: number }[] } {
  const [name = '', , offsets = '', indices = '', untils = ''] = row.split('|');
  const choices = offsets.split(' ').map((text) => -base60(text) + 0);
  const steps = untils.split(' ').map(base60);
  let minutes = 0;
  const spans = Array.from(indices).map((index, position) => {
    minutes += steps[position] ?? 0;
    const until =
      position === indices.length - 1 ? Number.POSITIVE_INFINITY : Math.round(minutes * 60) * 1000;
    return { until, offset: choices[base60(index)] ?? Number.NaN };
  });
  return { name, spans };
}

describe('the bundled zone data', () => {
  it('is the release of the installed moment-timezone (if not, run scripts/tz-data.mjs)', () => {
    expect(TZDATA_VERSION).toBe(packed.version);
  });

  it('has every zone and every alias', () => {
    const names = [
      ...packed.zones.map((row) => row.slice(0, row.indexOf('|'))),
      ...packed.links.map((link) => link.slice(link.indexOf('|') + 1)),
    ];
    expect(
      allZoneNames()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.sort());
    expect(canonicalZoneName('aMERICA/argentina/buenos_aires')).toBe('America/Argentina/Buenos_Aires');
    expect(canonicalZoneName('Europe/Atlantis')).toBeUndefined();
  });

  it('has the source’s offset on both sides of every change from 1970 to 2499', () => {
    const wrong: string[] = [];
    for (const { name, spans } of packed.zones.map(unpackSource)) {
      const zone = BundledZone.named(name);
      for (const [position, { until, offset }] of spans.entries()) {
        if (until <= 0) continue;
        const last = Number.isFinite(until) ? until - 1000 : Date.UTC(2499, 11, 31);
        const next = spans[position + 1]?.offset ?? offset;
        if (Math.abs(zone.offset(last) - offset) > 1e-6) wrong.push(`${name} before ${until}`);
        if (Number.isFinite(until) && Math.abs(zone.offset(until) - next) > 1e-6)
          wrong.push(`${name} at ${until}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('gives an alias the same offsets as its zone', () => {
    for (const link of packed.links) {
      const [target = '', alias = ''] = link.split('|');
      expect(zoneTable(alias)).toEqual(zoneTable(target));
    }
  });

  it('has no zone that changes twice within two days, as readWallTime assumes', () => {
    for (const { name } of allZoneNames()) {
      const { changes } = zoneTable(name);
      for (const [position, change] of changes.entries()) {
        expect(change - (changes[position - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThan(2 * DAY);
      }
    }
  });
});
