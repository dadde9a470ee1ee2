import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWallTime, startOfDay, wallTimeAt, wallTimeOf } from './wall-clock.js';
import { BundledZone } from './zone.js';
import { allZoneNames } from './zone-data.js';

const wallOf = (text: string): number => Date.parse(`${text}Z`);

const compatible = JSON.parse(
  readFileSync(new URL('../../test/fixtures/time/compatible.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, string>>;

describe('local times', () => {
  it.each([
    ['Europe/Berlin', '2027-03-28T02:30', 'gap', '2027-03-28T01:30:00Z'],
    ['Europe/Berlin', '2027-03-28T01:59', 'exact', '2027-03-28T00:59:00Z'],
    ['Europe/Berlin', '2027-03-28T03:00', 'exact', '2027-03-28T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25T02:30', 'overlap', '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', '2026-10-25T03:00', 'exact', '2026-10-25T02:00:00Z'],
    ['America/New_York', '2027-03-14T02:30', 'gap', '2027-03-14T07:30:00Z'],
    ['America/New_York', '2026-11-01T01:30', 'overlap', '2026-11-01T05:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', 'gap', '2026-10-03T15:45:00Z'],
    ['Australia/Lord_Howe', '2027-04-04T01:45', 'overlap', '2027-04-03T14:45:00Z'],
    ['Europe/Dublin', '2027-03-28T01:30', 'gap', '2027-03-28T01:30:00Z'],
    ['Europe/Dublin', '2026-10-25T01:30', 'overlap', '2026-10-25T00:30:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00', 'gap', '2011-12-30T20:00:00Z'],
    ['Pacific/Apia', '2011-12-29T23:59', 'exact', '2011-12-30T09:59:00Z'],
    ['Africa/Casablanca', '2026-02-15T02:30', 'overlap', '2026-02-15T01:30:00Z'],
    ['Africa/Casablanca', '2026-03-22T02:30', 'gap', '2026-03-22T02:30:00Z'],
    ['Africa/Casablanca', '2026-09-20T01:30', 'overlap', '2026-09-20T00:30:00Z'],
    ['America/Vancouver', '2026-11-01T01:30', 'exact', '2026-11-01T08:30:00Z'],
    ['America/Vancouver', '2027-03-14T02:30', 'exact', '2027-03-14T09:30:00Z'],
    ['America/Edmonton', '2026-11-01T01:30', 'exact', '2026-11-01T07:30:00Z'],
    ['America/Edmonton', '2026-12-01T09:00', 'exact', '2026-12-01T15:00:00Z'],
  ])('%s %s: %s, %s', (name, wall, kind, instant) => {
    const reading = readWallTime(wallOf(wall), BundledZone.named(name));
    expect(reading.kind).toBe(kind);
    expect(new Date(reading.instant).toISOString()).toBe(instant.replace('Z', '.000Z'));
  });

  it('are read like Temporal’s “compatible” around every change in 2026-2030', () => {
    const wrong = Object.entries(compatible).flatMap(([name, cases]) =>
      Object.entries(cases).filter(
        ([wall, instant]) =>
          readWallTime(wallOf(wall), BundledZone.named(name)).instant !== Date.parse(instant),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

const zones = fc.constantFrom(...allZoneNames().map(({ name }) => BundledZone.named(name)));
const instants = fc.integer({ min: Date.UTC(1971), max: Date.UTC(2100) });

describe('for any zone and instant', () => {
  it('the local time of an instant is read as that instant, or as the first with the same local time', () => {
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const reading = readWallTime(wallTimeAt(instant, zone), zone);
        expect(reading.kind).not.toBe('gap');
        expect([reading.instant, reading.second]).toContain(instant);
        expect(reading.second ?? Number.POSITIVE_INFINITY).toBeGreaterThan(reading.instant);
      }),
      { numRuns: 1000 },
    );
  });

  it('a local time is read as an instant with that local time, or a later one in a gap', () => {
    fc.assert(
      fc.property(zones, instants, (zone, wall) => {
        const { instant, kind } = readWallTime(wall, zone);
        if (kind === 'gap') expect(wallTimeAt(instant, zone)).toBeGreaterThan(wall);
        else expect(wallTimeAt(instant, zone)).toBe(wall);
      }),
      { numRuns: 1000 },
    );
  });

  it('both sides of a clock change are read correctly', () => {
    fc.assert(
      fc.property(zones, instants, fc.integer({ min: -7200, max: 7200 }), (zone, instant, seconds) => {
        const near = (zone.lastChange(instant) ?? instant) + seconds * 1000;
        const reading = readWallTime(wallTimeAt(near, zone), zone);
        expect([reading.instant, reading.second]).toContain(near);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the calendar', () => {
  it('has no 30 February, no 29 February in most years and no hour 24', () => {
    expect(wallTimeOf(2026, 2, 30)).toBeUndefined();
    expect(wallTimeOf(2027, 2, 29)).toBeUndefined();
    expect(wallTimeOf(2026, 13, 1)).toBeUndefined();
    expect(wallTimeOf(2026, 12, 1, 24)).toBeUndefined();
    expect(wallTimeOf(2028, 2, 29, 9, 30)).toBe(Date.UTC(2028, 1, 29, 9, 30));
    expect(wallTimeOf(26, 1, 1)).toBe(Date.parse('0026-01-01T00:00:00Z'));
  });

  it('starts its days at midnight, also before 1970', () => {
    expect(startOfDay(wallOf('2026-12-01T23:59'))).toBe(wallOf('2026-12-01T00:00'));
    expect(startOfDay(wallOf('1969-12-31T12:00'))).toBe(wallOf('1969-12-31T00:00'));
  });
});
