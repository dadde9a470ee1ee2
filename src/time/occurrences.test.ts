import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { THOROUGH } from '../../test/support/thorough.js';
import { WEEKDAYS, type Weekday } from '../contract/schedules/weekdays.js';
import { clockNote } from './clock-notes.js';
import { localForm } from './forms.js';
import { type Occurrence, occurrenceAt, occurrencesBetween, occurrencesOfDay } from './occurrences.js';
import { wallTimeAt } from './wall-clock.js';
import { minuteOfDay, planOf, type WeeklyWindow, windowMinutes } from './weekly-window.js';
import { BundledZone } from './zone.js';
import { allZoneNames } from './zone-data.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

function windowOf(
  timezone: string,
  days: string,
  startTime: string,
  endTime: string | null = null,
  postsPerWindow = 1,
): WeeklyWindow {
  const chosen = days === 'daily' ? WEEKDAYS : (days.split(' ') as Weekday[]);
  return { timezone, days: chosen, startTime, moreTimes: [], endTime, postsPerWindow };
}

/** The occurrences of a window on some days, in local time. */
function shown(window: WeeklyWindow, from: string, days: number): string[] {
  const zone = BundledZone.named(window.timezone);
  const start = Date.parse(`${from}T00:00Z`) - zone.offset(Date.parse(`${from}T00:00Z`)) * MINUTE;
  return occurrencesBetween(window, start, start + days * DAY).map((one) => localForm(one.publishAt, zone));
}

/** The occurrences of a day, with the codes of their clock notes. */
function on(date: string, window: WeeklyWindow): { at: string[]; notes: (string | undefined)[] } {
  const found = occurrencesOfDay(window, Date.parse(`${date}T00:00Z`));
  return {
    at: found.map((one) => new Date(one.publishAt).toISOString().replace(':00.000Z', 'Z')),
    notes: found.map((one) => clockNote(one, window)?.code),
  };
}

afterEach(() => vi.restoreAllMocks());

describe('weekly windows', () => {
  it('occur on their days at their time', () => {
    expect(shown(windowOf('Europe/Berlin', 'tue thu', '09:00'), '2026-12-01', 8)).toEqual([
      'Tue 2026-12-01 09:00 (UTC+01:00)',
      'Thu 2026-12-03 09:00 (UTC+01:00)',
      'Tue 2026-12-08 09:00 (UTC+01:00)',
    ]);
  });

  it('keep the hour across a clock change', () => {
    const monday = windowOf('America/New_York', 'mon', '09:00');
    expect(shown(monday, '2026-10-26', 14)).toEqual([
      'Mon 2026-10-26 09:00 (UTC-04:00)',
      'Mon 2026-11-02 09:00 (UTC-05:00)',
    ]);
  });

  it('place occurrences in the middle of equal parts', () => {
    expect(on('2026-12-01', windowOf('UTC', 'tue', '09:00', '12:00')).at).toEqual(['2026-12-01T10:30Z']);
    expect(on('2026-12-01', windowOf('UTC', 'tue', '09:00', '12:00', 3)).at).toEqual([
      '2026-12-01T09:30Z',
      '2026-12-01T10:30Z',
      '2026-12-01T11:30Z',
    ]);
  });

  it('may cross midnight and belong to the day on which they start', () => {
    const night = windowOf('Europe/Berlin', 'fri', '22:00', '02:00', 2);
    expect(shown(night, '2026-12-04', 3)).toEqual([
      'Fri 2026-12-04 23:00 (UTC+01:00)',
      'Sat 2026-12-05 01:00 (UTC+01:00)',
    ]);
    const [first, second] = occurrencesOfDay(night, Date.parse('2026-12-04'));
    expect([first?.day, second?.day]).toEqual([Date.parse('2026-12-04'), Date.parse('2026-12-04')]);
    // A range from Saturday includes the second, although its window starts the day before.
    expect(shown(night, '2026-12-05', 1)).toEqual(['Sat 2026-12-05 01:00 (UTC+01:00)']);
  });

  it('include the start of the range and exclude its end', () => {
    const daily = windowOf('UTC', 'daily', '09:00');
    const nine = Date.parse('2026-12-01T09:00Z');
    expect(occurrencesBetween(daily, nine, nine + DAY).map((one) => one.publishAt)).toEqual([nine]);
  });
});

describe('on a clock change, a fixed time', () => {
  it.each([
    ['Europe/Berlin', '2027-03-28', '02:30', '2027-03-28T01:30Z', 'time_in_clock_gap'],
    ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30Z', 'time_in_clock_overlap'],
    ['Europe/Berlin', '2026-10-25', '03:00', '2026-10-25T02:00Z', undefined],
    ['America/New_York', '2027-03-14', '02:30', '2027-03-14T07:30Z', 'time_in_clock_gap'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30Z', 'time_in_clock_overlap'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45Z', 'time_in_clock_gap'],
    ['Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45Z', 'time_in_clock_overlap'],
    ['Europe/Dublin', '2027-03-28', '01:30', '2027-03-28T01:30Z', 'time_in_clock_gap'],
    ['Europe/Dublin', '2026-10-25', '01:30', '2026-10-25T00:30Z', 'time_in_clock_overlap'],
    ['Pacific/Apia', '2011-12-30', '10:00', '2011-12-30T20:00Z', 'time_in_clock_gap'],
    ['Africa/Casablanca', '2026-02-15', '02:30', '2026-02-15T01:30Z', 'time_in_clock_overlap'],
    ['Africa/Casablanca', '2026-03-22', '02:30', '2026-03-22T02:30Z', 'time_in_clock_gap'],
    ['Africa/Casablanca', '2026-09-22', '09:00', '2026-09-22T09:00Z', undefined],
    // These zones do not change their clocks from 2026.
    ['America/Vancouver', '2026-11-01', '01:30', '2026-11-01T08:30Z', undefined],
    ['America/Vancouver', '2027-03-14', '02:30', '2027-03-14T09:30Z', undefined],
    ['America/Edmonton', '2026-12-01', '09:00', '2026-12-01T15:00Z', undefined],
  ])('%s %s %s is %s (%s)', (zone, date, time, instant, note) => {
    expect(on(date, windowOf(zone, 'daily', time))).toEqual({ at: [instant], notes: [note] });
  });

  it('has a note', () => {
    const note = (date: string, window: WeeklyWindow) =>
      occurrencesOfDay(window, Date.parse(date)).map((one) => clockNote(one, window)?.message);
    expect(note('2027-03-28', windowOf('Europe/Berlin', 'sun', '02:30'))).toEqual([
      'Sun 2027-03-28 02:30 does not exist in Europe/Berlin because the clocks go forward. With the offset from before, UTC+01:00, it becomes Sun 2027-03-28 03:30 (UTC+02:00).',
    ]);
    expect(note('2026-10-25', windowOf('Europe/Berlin', 'sun', '02:30'))).toEqual([
      'Sun 2026-10-25 02:30 occurs twice in Europe/Berlin because the clocks go back. This is the first, UTC+02:00.',
    ]);
  });
});

describe('on a clock change, a window', () => {
  it('that loses an hour spaces its occurrences over the rest', () => {
    expect(on('2027-03-28', windowOf('Europe/Berlin', 'sun', '01:00', '04:00', 2))).toEqual({
      at: ['2027-03-28T00:30Z', '2027-03-28T01:30Z'],
      notes: ['window_shortened', 'window_shortened'],
    });
  });

  it('that is skipped moves later by the gap', () => {
    expect(on('2027-03-28', windowOf('Europe/Berlin', 'sun', '02:00', '03:00', 2)).at).toEqual([
      '2027-03-28T01:15Z',
      '2027-03-28T01:45Z',
    ]);
    expect(on('2027-03-28', windowOf('Europe/Berlin', 'sun', '02:30', '03:15', 3))).toEqual({
      at: ['2027-03-28T01:37Z', '2027-03-28T01:52Z', '2027-03-28T02:07Z'],
      notes: ['window_shifted', 'window_shifted', 'window_shifted'],
    });
  });

  it('with a repeated hour keeps its usual times', () => {
    expect(on('2026-10-25', windowOf('Europe/Berlin', 'sun', '01:00', '04:00', 3))).toEqual({
      at: ['2026-10-24T23:30Z', '2026-10-25T00:30Z', '2026-10-25T02:30Z'],
      notes: [undefined, 'time_in_clock_overlap', undefined],
    });
  });
});

const time = fc
  .integer({ min: 0, max: 1439 })
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );
const someWindow: fc.Arbitrary<WeeklyWindow> = fc
  .record({
    timezone: fc.constantFrom(...allZoneNames().map(({ name }) => BundledZone.named(name).name)),
    days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    startTime: time,
    moreTimes: fc.constant([]),
    endTime: fc.option(time),
    postsPerWindow: fc.integer({ min: 1, max: 24 }),
  })
  .map((window) => ({ ...window, postsPerWindow: window.endTime === null ? 1 : window.postsPerWindow }))
  .filter((window) => window.endTime === null || windowMinutes(window) >= window.postsPerWindow);
const someInstant = fc.integer({ min: Date.UTC(2024), max: Date.UTC(2034) });

const severalTimes: fc.Arbitrary<WeeklyWindow> = fc
  .record({
    timezone: fc.constantFrom(...allZoneNames().map(({ name }) => BundledZone.named(name).name)),
    days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    times: fc.uniqueArray(time, { minLength: 1, maxLength: 12 }),
  })
  .map(({ times: [startTime = '', ...moreTimes], ...window }) => {
    return { ...window, startTime, moreTimes, endTime: null, postsPerWindow: 1 };
  });

/** The last clock change before an instant, if there is one. */
function nearChange(window: WeeklyWindow, instant: number): number {
  return BundledZone.named(window.timezone).lastChange(instant) ?? instant;
}

describe('several fixed times', () => {
  const three = { ...windowOf('Europe/Berlin', 'tue', '09:00'), moreTimes: ['07:15', '17:00'] };

  it('occur in order, and keep their index when another time is added or removed', () => {
    expect(shown(three, '2026-12-01', 7)).toEqual([
      'Tue 2026-12-01 07:15 (UTC+01:00)',
      'Tue 2026-12-01 09:00 (UTC+01:00)',
      'Tue 2026-12-01 17:00 (UTC+01:00)',
    ]);
    const day = Date.parse('2026-12-01T00:00Z');
    const evening = occurrencesOfDay(three, day)[2];
    const two = { ...three, moreTimes: ['17:00'] };
    expect(occurrenceAt(two, day, evening?.index ?? -1)).toEqual(evening);
    expect(occurrenceAt(two, day, 100 + 435)).toBeUndefined();
  });

  it('are noted if the clocks skip them', () => {
    const night = { ...windowOf('Europe/Berlin', 'sun', '01:00'), moreTimes: ['02:30'] };
    expect(on('2027-03-28', night)).toEqual({
      at: ['2027-03-28T00:00Z', '2027-03-28T01:30Z'],
      notes: [undefined, 'time_in_clock_gap'],
    });
    const [, skipped] = occurrencesOfDay(night, Date.parse('2027-03-28T00:00Z'));
    expect(skipped && clockNote(skipped, night)?.message).toContain('2027-03-28 02:30');
  });

  it('all occur on each day at their local time, unless that time is skipped', () => {
    fc.assert(
      fc.property(severalTimes, someInstant, (window, instant) => {
        const zone = BundledZone.named(window.timezone);
        const near = nearChange(window, instant);
        const day = Math.floor(near / DAY) * DAY;
        const found = [day - DAY, day, day + DAY].flatMap((one) => occurrencesOfDay(window, one));
        const named = (weekday: number) => window.days.includes(WEEKDAYS[(weekday + 6) % 7] as Weekday);
        const onDays = [day - DAY, day, day + DAY].filter((one) => named(new Date(one).getUTCDay()));
        expect(found).toHaveLength(onDays.length * (1 + window.moreTimes.length));
        for (const { publishAt, reading, day: midnight, index } of found) {
          const wall = index === 0 ? (minuteOfDay(window.startTime) ?? -1) : index - 100;
          if (reading !== 'gap') expect((wallTimeAt(publishAt, zone) - midnight) / MINUTE).toBe(wall);
        }
      }),
      { numRuns: THOROUGH ? 2000 : 300 },
    );
  });
});

describe('for any window in any zone', () => {
  it('an occurrence is inside its window, in local time too unless that time is skipped', () => {
    fc.assert(
      fc.property(someWindow, someInstant, (window, instant) => {
        const zone = BundledZone.named(window.timezone);
        const near = nearChange(window, instant);
        const begins = minuteOfDay(window.startTime) ?? 0;
        const outside = occurrencesBetween(window, near - 4 * DAY, near + 4 * DAY).filter((one) => {
          if (one.publishAt < one.startsAt || one.publishAt > (one.endsAt ?? one.startsAt)) return true;
          if (one.reading === 'gap' || one.reading === 'shifted') return false;
          const since = (wallTimeAt(one.publishAt, zone) - one.day) / MINUTE - begins;
          return since < 0 || since > windowMinutes(window);
        });
        expect(outside).toEqual([]);
      }),
      { numRuns: THOROUGH ? 2000 : 500 },
    );
  });

  it('no occurrence is dropped, and no two on a day coincide', () => {
    fc.assert(
      fc.property(someWindow, someInstant, (window, instant) => {
        const near = nearChange(window, instant);
        const found = occurrencesBetween(window, near - 10 * DAY, near + 10 * DAY);
        const perDay = new Map<number, Occurrence[]>();
        for (const one of found) perDay.set(one.day, [...(perDay.get(one.day) ?? []), one]);
        const { onDay } = planOf(window);
        const today = Math.floor(near / DAY) * DAY;
        for (let day = today - 7 * DAY; day <= today + 7 * DAY; day += DAY) {
          const held = perDay.get(day)?.length ?? 0;
          expect(held).toBe(onDay[new Date(day).getUTCDay()] ? window.postsPerWindow : 0);
        }
        for (const all of perDay.values()) {
          expect(new Set(all.map((one) => one.publishAt)).size).toBe(all.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('occurrences do not depend on how the range is split', () => {
    fc.assert(
      fc.property(
        someWindow,
        someInstant,
        fc.integer({ min: 1, max: 20 * 1440 }),
        (window, from, minutes) => {
          const cut = from + minutes * MINUTE;
          const whole = occurrencesBetween(window, from, from + 20 * DAY);
          const parts = [
            ...occurrencesBetween(window, from, cut),
            ...occurrencesBetween(window, cut, from + 20 * DAY),
          ];
          expect(sorted(parts)).toEqual(sorted(whole));
          const [first] = whole;
          if (first) expect(occurrencesOfDay(window, first.day)).toContainEqual(first);
        },
      ),
      { numRuns: 200 },
    );
  });
});

const sorted = (found: readonly Occurrence[]): Occurrence[] =>
  [...found].sort((one, other) => one.day - other.day || one.index - other.index);

describe('listing', () => {
  it('does not depend on the zone of the process', () => {
    const script = `
      import { occurrencesBetween } from './src/time/occurrences.ts';
      const window = { timezone: 'America/New_York', days: ['sun'], startTime: '01:00', endTime: '04:00', postsPerWindow: 3 };
      console.log(JSON.stringify(occurrencesBetween(window, Date.UTC(2026, 9, 1), Date.UTC(2027, 3, 1))));`;
    const elsewhere = ['Pacific/Kiritimati', 'America/New_York'].map((zone) =>
      execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        env: { ...process.env, TZ: zone },
        encoding: 'utf8',
      }),
    );
    const [there = '[]', ...others] = elsewhere;
    expect(JSON.parse(there)).toHaveLength(26 * 3);
    expect(others).toEqual([there]);
  });

  it('looks up the zone about once a week, not for each occurrence', () => {
    const offset = vi.spyOn(BundledZone.prototype, 'offset');
    const lastChange = vi.spyOn(BundledZone.prototype, 'lastChange');
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC'];
    let found = 0;
    for (let index = 0; index < 100; index += 1) {
      const window = windowOf(zones[index % zones.length] ?? 'UTC', 'daily', '09:00', '18:00', 3);
      found += occurrencesBetween(window, Date.UTC(2026, 11, 1), Date.UTC(2027, 11, 1)).length;
    }
    expect(found).toBe(100 * 365 * 3);
    expect(offset.mock.calls.length + lastChange.mock.calls.length).toBeLessThan(0.5 * found);
  });
});
