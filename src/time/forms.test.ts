import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeForms } from '../contract/instants.js';
import { relativeForm, timeForms } from './forms.js';
import { allZoneNames } from './zone-data.js';
import { ABBREVIATIONS } from './zone-hints.js';

const NOW = Date.parse('2026-11-30T17:40:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the three forms of an instant', () => {
  it('are UTC, local and relative', () => {
    expect(timeForms(Date.parse('2026-12-01T08:00:00Z'), 'Europe/Berlin', NOW)).toEqual({
      utc: '2026-12-01T08:00:00.000Z',
      local: 'Tue 2026-12-01 09:00 (UTC+01:00)',
      timezone: 'Europe/Berlin',
      relative: 'in 14 h 20 min',
    });
  });

  it.each([
    ['2026-07-01T08:00:00Z', 'Europe/Berlin', 'Wed 2026-07-01 10:00 (UTC+02:00)'],
    ['2026-12-01T02:00:00Z', 'America/New_York', 'Mon 2026-11-30 21:00 (UTC-05:00)'],
    ['2026-12-01T08:00:00Z', 'UTC', 'Tue 2026-12-01 08:00 (UTC+00:00)'],
    ['2026-12-31T23:30:00Z', 'Australia/Lord_Howe', 'Fri 2027-01-01 10:30 (UTC+11:00)'],
    ['2026-07-01T23:30:00Z', 'australia/lord_howe', 'Thu 2026-07-02 10:00 (UTC+10:30)'],
    ['2026-12-01T08:00:00Z', 'Asia/Kathmandu', 'Tue 2026-12-01 13:45 (UTC+05:45)'],
    ['2026-12-01T08:00:00Z', 'America/Vancouver', 'Tue 2026-12-01 01:00 (UTC-07:00)'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', 'Sun 2026-10-25 02:30 (UTC+02:00)'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', 'Sun 2026-10-25 02:30 (UTC+01:00)'],
  ])('%s in %s is %s', (instant, zone, local) => {
    expect(timeForms(Date.parse(instant), zone, NOW).local).toBe(local);
  });

  it('match the contract for every zone, and the UTC form is the instant', () => {
    const names = allZoneNames()
      .map(({ name }) => name)
      .filter((name) => !ABBREVIATIONS[name]);
    const instants = fc.integer({ min: Date.UTC(1970), max: Date.UTC(2200) });
    fc.assert(
      fc.property(fc.constantFrom(...names), instants, (name, instant) => {
        const forms = TimeForms.parse(timeForms(instant, name, NOW));
        expect(Date.parse(forms.utc)).toBe(instant);
        expect(forms.timezone).toBe(name);
      }),
    );
  });

  it('throw for a zone that does not exist', () => {
    expect(() => timeForms(NOW, 'Europe/Atlantis', NOW)).toThrow(RangeError);
  });
});

describe('distances from now', () => {
  it.each([
    [0, 'now'],
    [999, 'now'],
    [-999, 'now'],
    [SECOND, 'in 1 s'],
    [45 * SECOND, 'in 45 s'],
    [-45 * SECOND, '45 s ago'],
    [59.7 * SECOND, 'in 1 min'],
    [-3 * MINUTE, '3 min ago'],
    [59 * MINUTE + 40 * SECOND, 'in 1 h'],
    [3 * HOUR - 200, 'in 3 h'],
    [14 * HOUR + 20 * MINUTE, 'in 14 h 20 min'],
    [DAY - SECOND, 'in 1 d'],
    [2 * DAY + 3 * HOUR, 'in 2 d 3 h'],
    [2 * DAY + 3 * HOUR + 29 * MINUTE, 'in 2 d 3 h'],
    [-(29 * DAY + 23 * HOUR), '29 d 23 h ago'],
    [30 * DAY + 3 * HOUR, 'in 30 d'],
    [400 * DAY, 'in 400 d'],
  ])('%d ms: %s', (distance, relative) => {
    expect(relativeForm(NOW + distance, NOW)).toBe(relative);
  });
});
