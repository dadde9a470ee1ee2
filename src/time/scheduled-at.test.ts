import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScheduledAt } from './scheduled-at.js';
import { isoWithOffset } from './time-reading.js';
import { wallTimeAt } from './wall-clock.js';
import { BundledZone } from './zone.js';
import { allZoneNames } from './zone-data.js';
import { ABBREVIATIONS } from './zone-hints.js';

const NOW = Date.parse('2026-11-30T17:40:00Z');
const DAY = 86_400_000;

const read = (scheduledAt: string, timezone?: string, defaultTimezone?: string) =>
  readScheduledAt({ scheduledAt, timezone, defaultTimezone, now: NOW });

describe('accepted times', () => {
  it.each([
    ['2026-12-01T09:00+01:00', undefined, '2026-12-01T08:00:00.000Z', 'UTC'],
    ['2026-12-01T08:00:00.000Z', undefined, '2026-12-01T08:00:00.000Z', 'UTC'],
    ['2026-12-01t08:00:00z', undefined, '2026-12-01T08:00:00.000Z', 'UTC'],
    ['2026-12-01T08:00:00.123456Z', undefined, '2026-12-01T08:00:00.123Z', 'UTC'],
    ['2026-12-01T09:00+0100', undefined, '2026-12-01T08:00:00.000Z', 'UTC'],
    ['2026-12-01T09:00+01', 'Europe/Berlin', '2026-12-01T08:00:00.000Z', 'Europe/Berlin'],
    ['2026-12-01T04:30:00-03:30', 'America/St_Johns', '2026-12-01T08:00:00.000Z', 'America/St_Johns'],
    ['2026-12-01T09:00', 'Europe/Berlin', '2026-12-01T08:00:00.000Z', 'Europe/Berlin'],
    ['2026-12-01 09:00:30', 'europe/berlin', '2026-12-01T08:00:30.000Z', 'Europe/Berlin'],
    ['2026-12-01T09:00+01:00[Europe/Berlin]', undefined, '2026-12-01T08:00:00.000Z', 'Europe/Berlin'],
    ['2026-12-01T09:00[Europe/Berlin]', 'Europe/Berlin', '2026-12-01T08:00:00.000Z', 'Europe/Berlin'],
    ['2026-12-01T24:00', 'UTC', '2026-12-02T00:00:00.000Z', 'UTC'],
    ['2026-12-01T08:00Z', 'UTC', '2026-12-01T08:00:00.000Z', 'UTC'],
    ['2027-10-31T02:30+01:00', 'Europe/Berlin', '2027-10-31T01:30:00.000Z', 'Europe/Berlin'],
    ['2026-11-30T17:40:00Z', undefined, '2026-11-30T17:40:00.000Z', 'UTC'],
  ])('%s in %s', (text, zone, utc, timezone) => {
    expect(read(text, zone)).toEqual({ ok: true, instant: Date.parse(utc), timezone, warnings: [] });
  });

  it('with an offset are shown in the default zone, without a conflict', () => {
    expect(read('2026-12-01T09:00+01:00', undefined, 'Asia/Tokyo')).toMatchObject({
      timezone: 'Asia/Tokyo',
      warnings: [],
    });
  });

  it('without an offset are read in the default zone, with a warning', () => {
    expect(read('2026-12-01T09:00', undefined, 'America/New_York')).toEqual({
      ok: true,
      instant: Date.parse('2026-12-01T14:00:00Z'),
      timezone: 'America/New_York',
      warnings: [
        {
          code: 'timezone_assumed',
          message:
            '“2026-12-01T09:00” has no offset or time zone. It was read in America/New_York, as ' +
            'Tue 2026-12-01 09:00 (UTC-05:00), 2026-12-01T14:00:00.000Z.',
        },
      ],
    });
  });

  it('in a gap are read with the offset from before it, with a warning', () => {
    const expected = {
      ok: true,
      instant: Date.parse('2027-03-28T01:30:00Z'),
      timezone: 'Europe/Berlin',
      warnings: [
        {
          code: 'time_in_clock_gap',
          message:
            'Sun 2027-03-28 02:30 does not exist in Europe/Berlin because the clocks go forward. With the ' +
            'offset from before, UTC+01:00, it becomes Sun 2027-03-28 03:30 (UTC+02:00).',
        },
      ],
    };
    expect(read('2027-03-28T02:30', 'Europe/Berlin')).toEqual(expected);
    expect(read('2027-03-28T02:30+01:00', 'Europe/Berlin')).toEqual(expected);
  });

  it('in an overlap are read as the first, with a warning', () => {
    expect(read('2027-10-31T02:30', 'Europe/Berlin')).toEqual({
      ok: true,
      instant: Date.parse('2027-10-31T00:30:00Z'),
      timezone: 'Europe/Berlin',
      warnings: [
        {
          code: 'time_in_clock_overlap',
          message:
            'Sun 2027-10-31 02:30 occurs twice in Europe/Berlin because the clocks go back. The first was used, ' +
            'UTC+02:00. For the second, write the offset +01:00.',
        },
      ],
    });
  });
});

describe('refused times', () => {
  it.each([
    ['', undefined, 'time_required', 'A publishing time is required'],
    ['2026-12-01T09:00', undefined, 'time_required', 'no offset and no `timezone`'],
    ['2026-12-01T09:00', ' ', 'time_required', 'no offset and no `timezone`'],
    ['2026-12-01', 'Europe/Berlin', 'time_invalid', 'is a date without a time'],
    ['2026-02-30T09:00Z', undefined, 'time_invalid', 'The date 2026-02-30 does not exist'],
    ['2026-12-01T25:00Z', undefined, 'time_invalid', 'The time of day 25:00 does not exist'],
    ['2026-12-01T09:60Z', undefined, 'time_invalid', 'The time of day 09:60 does not exist'],
    ['2026-12-01T23:59:60Z', undefined, 'time_invalid', 'The time of day 23:59:60 does not exist'],
    ['2026-12-01T09:00+15:00', undefined, 'time_invalid', 'The offset +15:00 does not exist'],
    ['2026-12-01T09:00+01:75', undefined, 'time_invalid', 'The offset +01:75 does not exist'],
    ['2026-12-01T09:00:00 01:00', undefined, 'time_invalid', 'has lost the + of its offset'],
    ['1796112000', undefined, 'time_invalid', 'As a Unix timestamp it is 2026-12-01T08:00:00.000Z'],
    ['tomorrow 9:00', 'Europe/Berlin', 'time_invalid', 'is not a time in ISO 8601'],
    ['2026-12-01T09:00', 'EST5', 'zone_unknown', 'POSIX rule'],
    ['2026-12-01T09:00Z', 'Europe/Berln', 'zone_unknown', 'The time zone “Europe/Berln” does not exist'],
    ['2026-12-01T09:00[Europe/Berlin]', 'Europe/Paris', 'time_conflict', 'but `timezone` is'],
    [
      '2026-11-30T17:39:59.999Z',
      undefined,
      'time_in_past',
      'current time is Mon 2026-11-30 17:40 (UTC+00:00)',
    ],
    ['2026-11-30T18:00', 'Europe/Berlin', 'time_in_past', 'was 40 min ago'],
    ['2031-11-30T17:40:01Z', undefined, 'time_invalid', 'more than 5 years ahead'],
    ['20261-12-01T09:00Z', undefined, 'time_invalid', 'is not a time in ISO 8601'],
  ])('“%s” in %s: %s', (text, zone, code, message) => {
    const refusal = read(text, zone);
    expect(refusal).toMatchObject({ ok: false, code, message: expect.stringContaining(message) });
    expect(refusal.ok ? '' : refusal.fix).not.toBe('');
  });

  it('are truncated in messages', () => {
    expect(JSON.stringify(read('9'.repeat(50_000))).length).toBeLessThan(1000);
  });

  it('with an invalid zone get suggestions', () => {
    expect(read('2026-12-01T09:00', 'EST5')).toMatchObject({
      suggestions: ['America/New_York', 'America/Toronto'],
    });
    expect(read('2026-12-01T09:00', undefined, 'IST')).toMatchObject({ code: 'zone_unknown' });
  });

  it('with a contradicting offset get both readings', () => {
    expect(read('2026-12-01T09:00:00+02:00', 'Europe/Berlin')).toEqual({
      ok: false,
      code: 'time_conflict',
      message:
        '“2026-12-01T09:00:00+02:00” has the offset UTC+02:00, but Europe/Berlin is at UTC+01:00 then. By its offset it is ' +
        'Tue 2026-12-01 08:00 (UTC+01:00) in Europe/Berlin (2026-12-01T07:00:00.000Z); by its local time it is ' +
        'Tue 2026-12-01 09:00 (UTC+01:00) (2026-12-01T08:00:00.000Z).',
      fix: 'Write 2026-12-01T08:00+01:00 or 2026-12-01T09:00+01:00, or omit the offset or `timezone`.',
      readings: [
        {
          by: 'offset',
          utc: '2026-12-01T07:00:00.000Z',
          local: 'Tue 2026-12-01 08:00 (UTC+01:00)',
          write: '2026-12-01T08:00+01:00',
        },
        {
          by: 'timezone',
          utc: '2026-12-01T08:00:00.000Z',
          local: 'Tue 2026-12-01 09:00 (UTC+01:00)',
          write: '2026-12-01T09:00+01:00',
        },
      ],
    });
  });

  it('include a Z that contradicts `timezone`, because it may mean 09:00 in that zone', () => {
    expect(read('2026-12-01T09:00Z', 'Europe/Berlin')).toMatchObject({ code: 'time_conflict' });
  });

  it('include UTC-08:00 in Vancouver, which stays at UTC-07:00 in winter from 2026', () => {
    expect(read('2027-01-15T09:00-08:00', 'America/Vancouver')).toMatchObject({ code: 'time_conflict' });
    expect(read('2027-01-15T09:00-07:00', 'America/Vancouver')).toMatchObject({ ok: true });
  });
});

describe('for any zone and future instant', () => {
  const names = allZoneNames()
    .map(({ name }) => name)
    .filter((name) => !ABBREVIATIONS[name]);
  const instants = fc.integer({ min: NOW, max: NOW + 5 * 365 * DAY });

  it('a local time with its offset is that instant, with and without a zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), instants, (name, instant) => {
        const text = isoWithOffset(instant, BundledZone.named(name));
        expect(read(text, name)).toEqual({ ok: true, instant, timezone: name, warnings: [] });
        expect(read(text)).toMatchObject({ ok: true, instant });
      }),
      { numRuns: 500 },
    );
  });

  it('a local time without an offset is unchanged or has a warning', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), instants, (name, instant) => {
        const zone = BundledZone.named(name);
        const result = read(new Date(wallTimeAt(instant, zone)).toISOString().slice(0, -1), name);
        if (!result.ok) expect(result.code).toMatch(/^time_in(?:_past|valid)$/);
        else if (result.warnings.length === 0) expect(result.instant).toBe(instant);
        else expect(result.warnings[0]?.code).toBe('time_in_clock_overlap');
      }),
      { numRuns: 500 },
    );
  });
});
