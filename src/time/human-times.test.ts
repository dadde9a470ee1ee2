import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localForm } from './forms.js';
import { HUMAN_TIME_EXAMPLES, type HumanTimeContext, readHumanTime } from './human-times.js';
import { BundledZone } from './zone.js';

const ZONE = 'Europe/Berlin';

/** Monday evening, 18:40 in Berlin. */
const MONDAY = '2026-11-30T17:40:12Z';

const read = (text: string, now = MONDAY, context: Partial<HumanTimeContext> = {}) =>
  readHumanTime(text, { zone: ZONE, timezone: ZONE, now: Date.parse(now), ...context });

/** The local form of the time, or the code of the refusal. */
const shown = (text: string, now = MONDAY, context: Partial<HumanTimeContext> = {}): string => {
  const result = read(text, now, context);
  return result.ok ? localForm(result.instant, BundledZone.named(result.timezone)) : result.code;
};

describe('times in plain English, on Monday 2026-11-30 at 18:40 in Berlin', () => {
  it.each<[string, string, Partial<HumanTimeContext>?]>([
    ['2026-12-01T09:00+01:00', 'Tue 2026-12-01 09:00'],
    ['2026-12-01T08:00:00Z', 'Tue 2026-12-01 09:00', { timezone: undefined }],
    ['2026-12-01 09:00', 'Tue 2026-12-01 09:00'],
    ['2026-12-01 9:00', 'Tue 2026-12-01 09:00'],
    ['2026-12-01 9am', 'Tue 2026-12-01 09:00'],
    ['tomorrow 9:00', 'Tue 2026-12-01 09:00'],
    ['Tomorrow at 9am', 'Tue 2026-12-01 09:00'],
    ['9 a.m. tomorrow', 'Tue 2026-12-01 09:00'],
    ['tomorrow at 9 in the morning', 'Tue 2026-12-01 09:00'],
    ['tomorrow at 3 in the afternoon', 'Tue 2026-12-01 15:00'],
    ['tomorrow, 12:30 pm', 'Tue 2026-12-01 12:30'],
    ['tomorrow 12am', 'Tue 2026-12-01 00:00'],
    ['tomorrow noon', 'Tue 2026-12-01 12:00'],
    ['the day after tomorrow at 8:15pm', 'Wed 2026-12-02 20:15'],
    ['today 19:30', 'Mon 2026-11-30 19:30'],
    ['tonight at 8', 'Mon 2026-11-30 20:00'],
    ['tomorrow evening 7:30', 'Tue 2026-12-01 19:30'],
    ['tue 14:30', 'Tue 2026-12-01 14:30'],
    ['on tuesday at 14:30', 'Tue 2026-12-01 14:30'],
    ['mon 20:00', 'Mon 2026-11-30 20:00'],
    ['mon 14:30', 'Mon 2026-12-07 14:30'],
    ['next tue 14:30', 'Tue 2026-12-01 14:30'],
    ['next mon 20:00', 'Mon 2026-12-07 20:00'],
    ['next week tue 14:30', 'Tue 2026-12-08 14:30'],
    ['sunday next week at noon', 'Sun 2026-12-13 12:00'],
    ['in 3 hours', 'Mon 2026-11-30 21:40'],
    ['in 90 min', 'Mon 2026-11-30 20:10'],
    ['in an hour', 'Mon 2026-11-30 19:40'],
    ['in half an hour', 'Mon 2026-11-30 19:10'],
    ['in 1.5 hours', 'Mon 2026-11-30 20:10'],
    ['in 14 h 20 min', 'Tue 2026-12-01 09:00'],
    ['in 2 d 3 h', 'Wed 2026-12-02 21:40'],
    ['2 hours from now', 'Mon 2026-11-30 20:40'],
    ['in 2 days at 9:00', 'Wed 2026-12-02 09:00'],
    ['in 2 weeks at 9am', 'Mon 2026-12-14 09:00'],
    ['dec 1 9am', 'Tue 2026-12-01 09:00'],
    ['1 dec 09:00', 'Tue 2026-12-01 09:00'],
    ['December 1st, 2026 at 9:00', 'Tue 2026-12-01 09:00'],
    ['1st of Dec. 2027 9:00', 'Wed 2027-12-01 09:00'],
    ['tue, 1 dec 09:00', 'Tue 2026-12-01 09:00'],
    ['nov 30 20:00', 'Mon 2026-11-30 20:00'],
  ])('%s: %s', (text, expected, context = {}) => {
    expect(shown(text, MONDAY, context)).toBe(`${expected} (UTC+01:00)`);
    expect(read(text, MONDAY, context)).toMatchObject({ timezone: ZONE, warnings: [] });
  });

  it('treats durations as exact to the millisecond', () => {
    expect(read('in 3 hours')).toMatchObject({ instant: Date.parse('2026-11-30T20:40:12Z'), assumed: [] });
  });

  it('reads every example that refusals show', () => {
    for (const text of HUMAN_TIME_EXAMPLES) {
      expect(read(text, '2026-11-30T07:00:00Z')).toMatchObject({ ok: true });
      expect(read('gibberish')).toMatchObject({ fix: expect.stringContaining(`“${text}”`) });
    }
  });
});

describe('assumptions', () => {
  it.each([
    ['tomorrow morning', 'Tue 2026-12-01 09:00', '“morning” was read as 09:00.'],
    ['tomorrow afternoon', 'Tue 2026-12-01 14:00', '“afternoon” was read as 14:00.'],
    ['tomorrow evening', 'Tue 2026-12-01 18:00', '“evening” was read as 18:00.'],
    ['tonight', 'Mon 2026-11-30 20:00', '“tonight” was read as 20:00.'],
    ['next monday', 'Mon 2026-12-07 09:00', '“next monday” has no time of day, so it was read as 09:00.'],
    ['2026-12-02', 'Wed 2026-12-02 09:00', '“2026-12-02” has no time of day, so it was read as 09:00.'],
    ['tomorrow at 9', 'Tue 2026-12-01 09:00', '“9” was read as 09:00.'],
    ['tomorrow 3:00', 'Tue 2026-12-01 03:00', '“3:00” was read as 03:00 in the morning.'],
    ['in 2 days', 'Wed 2026-12-02 18:40', 'The time of day stays the same, 18:40.'],
    ['jan 5 10:00', 'Tue 2027-01-05 10:00', '“jan 5” was read as the next such date, Tue 2027-01-05.'],
    ['feb 29 10:00', 'Tue 2028-02-29 10:00', '“feb 29” was read as the next such date, Tue 2028-02-29.'],
    ['17:30', 'Tue 2026-12-01 17:30', '“17:30” has no day, so it was read as tomorrow, Tue 2026-12-01.'],
    ['9pm', 'Mon 2026-11-30 21:00', '“9pm” has no day, so it was read as today, Mon 2026-11-30.'],
    [
      'mon 14:30',
      'Mon 2026-12-07 14:30',
      '“mon” was read as Mon 2026-12-07, in a week, because that time has passed today.',
    ],
    [
      'next tue 9:00',
      'Tue 2026-12-01 09:00',
      '“next tue” was read as the first after today, Tue 2026-12-01, not as Tue 2026-12-08.',
    ],
    [
      'next week tue 9:00',
      'Tue 2026-12-08 09:00',
      '“next week” was read as the week of Mon 2026-12-07, so the day is Tue 2026-12-08.',
    ],
  ])('%s', (text, local, sentence) => {
    expect(shown(text)).toBe(`${local} (UTC+01:00)`);
    expect(read(text)).toMatchObject({ assumed: [sentence] });
  });

  it('include the zone if none was given', () => {
    const sentence = 'No time zone was given, so it was read in Europe/Berlin.';
    for (const text of ['tomorrow 9:00', '2026-12-01T09:00', '2026-12-01 09:00', 'in 2 days']) {
      expect(read(text, MONDAY, { timezone: undefined })).toMatchObject({
        assumed: expect.arrayContaining([sentence]),
      });
    }
    for (const text of ['in 3 hours', '2026-12-01T09:00Z', 'tomorrow 9:00 utc']) {
      expect(read(text, MONDAY, { timezone: undefined })).toMatchObject({ assumed: [] });
    }
  });
});

describe('“next tue”', () => {
  it.each([
    ['Sunday', '2026-11-29T12:00:00Z', 'Tue 2026-12-01', 0],
    ['Monday', '2026-11-30T12:00:00Z', 'Tue 2026-12-01', 1],
    ['Tuesday', '2026-12-01T12:00:00Z', 'Tue 2026-12-08', 0],
    ['Wednesday', '2026-12-02T12:00:00Z', 'Tue 2026-12-08', 0],
  ])(
    'on a %s is the first Tuesday after today, said so where another could be meant',
    (_, now, day, sentences) => {
      expect(shown('next tue 14:30', now)).toBe(`${day} 14:30 (UTC+01:00)`);
      expect(read('next tue 14:30', now)).toMatchObject({ assumed: { length: sentences } });
    },
  );
});

describe('near midnight and clock changes', () => {
  it('reads “tomorrow” as the next calendar day in the zone, not in UTC', () => {
    expect(shown('tomorrow 9:00', '2026-11-30T22:59:00Z')).toBe('Tue 2026-12-01 09:00 (UTC+01:00)');
    expect(shown('tomorrow 9:00', '2026-11-30T23:01:00Z')).toBe('Wed 2026-12-02 09:00 (UTC+01:00)');
    expect(shown('tomorrow 9:00', '2026-12-01T04:30:00Z', { timezone: 'America/New_York' })).toBe(
      'Tue 2026-12-01 09:00 (UTC-05:00)',
    );
  });

  it('names the day in the small hours, when people still call it the previous evening', () => {
    expect(read('tomorrow 9:00', '2026-11-30T23:30:00Z')).toMatchObject({
      assumed: ['“tomorrow” is Wed 2026-12-02: it is now Tue 2026-12-01 00:30 in Europe/Berlin.'],
    });
  });

  it.each([
    ['tomorrow 9:00', '2027-03-27T12:00:00Z', 'Sun 2027-03-28 09:00 (UTC+02:00)'],
    ['tomorrow 9:00', '2026-10-24T12:00:00Z', 'Sun 2026-10-25 09:00 (UTC+01:00)'],
    ['in 1 day', '2027-03-27T12:00:00Z', 'Sun 2027-03-28 13:00 (UTC+02:00)'],
    ['in 24 hours', '2027-03-27T12:00:00Z', 'Sun 2027-03-28 14:00 (UTC+02:00)'],
    ['in 24 hours', '2026-10-24T12:00:00Z', 'Sun 2026-10-25 13:00 (UTC+01:00)'],
    ['in 1 d 2 h', '2027-03-27T12:00:00Z', 'Sun 2027-03-28 15:00 (UTC+02:00)'],
  ])('%s at %s is %s', (text, now, expected) => {
    expect(shown(text, now)).toBe(expected);
  });

  it('warns about a local time that does not exist or occurs twice', () => {
    expect(shown('tomorrow 2:30', '2027-03-27T12:00:00Z')).toBe('Sun 2027-03-28 03:30 (UTC+02:00)');
    expect(read('tomorrow 02:30', '2027-03-27T12:00:00Z')).toMatchObject({
      assumed: [],
      warnings: [{ code: 'time_in_clock_gap' }],
    });
    expect(shown('tomorrow 2:30', '2026-10-24T12:00:00Z')).toBe('Sun 2026-10-25 02:30 (UTC+02:00)');
    expect(read('tomorrow 02:30', '2026-10-24T12:00:00Z')).toMatchObject({
      assumed: [],
      warnings: [{ code: 'time_in_clock_overlap' }],
    });
  });

  it('moves past a day that the zone skipped', () => {
    const apia = { timezone: 'Pacific/Apia' };
    expect(shown('tomorrow 9:00', '2011-12-29T20:00:00Z', apia)).toBe('Sat 2011-12-31 09:00 (UTC+14:00)');
    expect(read('tomorrow 9:00', '2011-12-29T20:00:00Z', apia)).toMatchObject({
      warnings: [{ code: 'time_in_clock_gap' }],
    });
  });
});

describe('zones in the text', () => {
  it('are accepted as IANA names and refused as abbreviations or offsets', () => {
    expect(shown('tomorrow 9:00 America/New_York', MONDAY, { timezone: undefined })).toBe(
      'Tue 2026-12-01 09:00 (UTC-05:00)',
    );
    expect(shown('9:00 utc tomorrow', MONDAY, { timezone: undefined })).toBe(
      'Tue 2026-12-01 09:00 (UTC+00:00)',
    );
    expect(read('tomorrow 9am PST')).toMatchObject({
      code: 'zone_unknown',
      suggestions: ['America/Los_Angeles', 'America/Vancouver'],
    });
    expect(read('tomorrow 9am UTC+2')).toMatchObject({ code: 'zone_unknown' });
    expect(read('tomorrow 9am', MONDAY, { timezone: 'IST' })).toMatchObject({ code: 'zone_unknown' });
  });

  it('and offsets must not contradict `timezone`', () => {
    expect(shown('tomorrow 9:00 utc')).toBe('time_conflict');
    expect(read('2026-12-01T09:00+02:00')).toMatchObject({ code: 'time_conflict', readings: { length: 2 } });
    expect(shown('2026-12-01T09:00+02:00', MONDAY, { timezone: undefined })).toBe(
      'Tue 2026-12-01 08:00 (UTC+01:00)',
    );
  });
});

describe('refuses, with a fix,', () => {
  it.each([
    ['', 'time_required', 'Write a time such as'],
    ['now', 'time_invalid', '`scheduleMode: now`'],
    ['today', 'time_invalid', 'today 17:30'],
    ['today 17:30', 'time_in_past', 'Choose a later time'],
    ['this evening', 'time_in_past', 'Choose a later time'],
    ['yesterday 9:00', 'time_in_past', 'Choose a later time'],
    ['nov 30 9:00', 'time_in_past', 'Choose a later time'],
    ['tomorrow at 3', 'time_invalid', 'Write 03:00 or 15:00, or 3am or 3pm.'],
    ['tomorrow midnight', 'time_invalid', 'Write 0:00 and the day that starts then'],
    ['next week', 'time_invalid', 'next week tue 14:30'],
    ['12/1/2026 9:00', 'time_invalid', 'Write the date as 2026-12-01'],
    ['tomorrow 9.30', 'time_invalid', 'the time of day with a colon'],
    ['feb 30 9:00', 'time_invalid', 'Give a valid date'],
    ['2026-02-30T10:00', 'time_invalid', 'Write it as 2026-12-01T09:00+01:00'],
    ['mon 2 dec 9:00', 'time_invalid', 'Give the day once'],
    ['tomorrow fri 9:00', 'time_invalid', 'Give the day once'],
    ['tomorrow morning 9pm', 'time_invalid', 'Give only the time'],
    ['tomorrow 13pm', 'time_invalid', 'Write a time such as'],
    ['tomorrow 25:00', 'time_invalid', 'Write a time such as'],
    ['in 3 hours tomorrow', 'time_invalid', 'Write a time such as'],
    ['tomorrow tomorrow 9:00', 'time_invalid', 'Write a time such as'],
    ['in 1.5 days', 'time_invalid', 'Write a time such as'],
    ['in 300 weeks', 'time_invalid', 'Choose a time up to 2031-11-30'],
    ['morgen um 9', 'time_invalid', 'Write a time such as'],
  ])('“%s”', (text, code, fix) => {
    expect(read(text)).toMatchObject({ ok: false, code, fix: expect.stringContaining(fix) });
  });

  it('truncates long texts in messages', () => {
    for (const text of ['x'.repeat(50_000), `2026-12-01T09:00${' '.repeat(50_000)}x`, 'at '.repeat(50_000)]) {
      expect(JSON.stringify(read(text)).length).toBeLessThan(1000);
    }
  });
});

describe('for any text at any moment', () => {
  const moments = fc.integer({ min: Date.UTC(2026), max: Date.UTC(2030) });
  const zones = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Asia/Kolkata',
  );

  it('“tomorrow 9:00” is 9:00 on the next date in the zone', () => {
    fc.assert(
      fc.property(moments, zones, (now, zone) => {
        const result = readHumanTime('tomorrow 9:00', { zone, now });
        const local = (instant: number) => localForm(instant, BundledZone.named(zone)).slice(4, 20);
        const tomorrow = new Date(Date.parse(local(now).slice(0, 10)) + 86_400_000)
          .toISOString()
          .slice(0, 10);
        expect(result.ok && local(result.instant)).toBe(`${tomorrow} 09:00`);
      }),
      { numRuns: 300 },
    );
  });

  it('a weekday and time is that weekday and time within the next week', () => {
    const weekdays = fc.constantFrom('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun');
    fc.assert(
      fc.property(moments, zones, weekdays, fc.integer({ min: 7, max: 23 }), (now, zone, weekday, hour) => {
        const time = `${String(hour).padStart(2, '0')}:00`;
        const result = readHumanTime(`${weekday} ${time}`, { zone, now });
        if (!result.ok) return expect(result).toBeUndefined();
        const local = localForm(result.instant, BundledZone.named(zone));
        expect([local.slice(0, 3), local.slice(15, 20)]).toEqual([weekday, time]);
        expect(result.instant).toBeGreaterThanOrEqual(now);
        expect(result.instant - now).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws and never returns a past time', () => {
    const words =
      'in at next this tomorrow today tonight tue dec 1 9 9am 14:30 2026-12-01 3 hours days morning week utc z , .'.split(
        ' ',
      );
    const texts = fc.oneof(
      fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(' ')),
      fc.string({ maxLength: 30 }),
    );
    fc.assert(
      fc.property(texts, moments, zones, (text, now, zone) => {
        const result = readHumanTime(text, { zone, now });
        if (result.ok) expect(result.instant).toBeGreaterThanOrEqual(now);
        else expect(result.fix).not.toBe('');
      }),
      { numRuns: 1000 },
    );
  });
});
