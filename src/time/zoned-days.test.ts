import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayRange } from './zoned-days.js';

const HOUR = 3_600_000;

const iso = (date: string, zone: string) => {
  const range = dayRange(date, zone);
  return range.ok ? [new Date(range.from).toISOString(), new Date(range.to).toISOString()] : range.code;
};

describe('whole local days', () => {
  it.each([
    ['2026-12-01', 'Europe/Berlin', '2026-11-30T23:00:00.000Z', '2026-12-01T23:00:00.000Z', 24],
    ['2027-03-28', 'Europe/Berlin', '2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 25],
    ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00.000Z', '2026-10-04T13:00:00.000Z', 23.5],
    // Midnight does not exist: the day starts at 01:00.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z', 23],
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z', 23],
    // 23:00 to 24:00 occurs twice.
    ['2027-04-03', 'America/Santiago', '2027-04-03T03:00:00.000Z', '2027-04-04T04:00:00.000Z', 25],
    // Samoa crossed the date line and skipped this day.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z', 0],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31T10:00:00.000Z', 24],
  ])('%s in %s', (date, zone, from, to, hours) => {
    expect(iso(date, zone)).toEqual([from, to]);
    expect((Date.parse(to) - Date.parse(from)) / HOUR).toBe(hours);
  });

  it('are refused if the date or zone does not exist', () => {
    expect(iso('2026-02-29', 'UTC')).toBe('time_invalid');
    expect(iso('2026-12-01T09:00', 'UTC')).toBe('time_invalid');
    expect(iso('2026-12-01', 'EST5')).toBe('zone_unknown');
  });

  it('are contiguous in every zone', () => {
    const zones = fc.constantFrom(
      'Africa/Cairo',
      'America/Santiago',
      'America/Havana',
      'Asia/Beirut',
      'Atlantic/Azores',
    );
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 40_000 }), (zone, day) => {
        const date = (offset: number) => new Date((day + offset) * 24 * HOUR).toISOString().slice(0, 10);
        const [today, tomorrow] = [dayRange(date(0), zone), dayRange(date(1), zone)];
        expect(today.ok && tomorrow.ok && today.to === tomorrow.from && today.from < today.to).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
