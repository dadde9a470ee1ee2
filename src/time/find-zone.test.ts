import { describe, expect, it } from 'vitest';
import { findZone } from './find-zone.js';

describe('accepted zone names', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    [' AMERICA/NEW_YORK ', 'America/New_York'],
    ['utc', 'UTC'],
    ['GMT', 'GMT'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['us/pacific', 'US/Pacific'],
    ['Europe/Kiev', 'Europe/Kiev'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['EST5EDT', 'EST5EDT'],
  ])('%s is %s', (asked, name) => {
    expect(findZone(asked)).toMatchObject({ ok: true, name, zone: { name } });
  });
});

describe('refused zone names', () => {
  it.each([
    ['EST5', 'POSIX rule with a fixed offset', ['America/New_York', 'America/Toronto']],
    ['EST', 'wrong for part of the year', ['America/New_York', 'America/Toronto']],
    ['IST', 'Indian, Israeli or Irish', ['Asia/Kolkata', 'Asia/Jerusalem', 'Europe/Dublin']],
    ['CET', 'Central European time', ['Europe/Berlin', 'Europe/Paris', 'Europe/Madrid']],
    ['pst', 'North American Pacific', ['America/Los_Angeles', 'America/Vancouver']],
    ['CST', 'ambiguous', ['America/Chicago', 'Asia/Shanghai', 'America/Havana']],
    ['UTC+2', 'is an offset', ['Europe/Berlin', 'Europe/Athens', 'Etc/GMT-2']],
    ['gmt-5', 'is an offset', ['America/Chicago', 'America/New_York', 'Etc/GMT+5']],
    ['+05:30', 'is an offset', ['Asia/Kolkata']],
    ['UTC+13:37', 'is an offset', []],
    ['Z', 'marks a time in UTC', ['UTC']],
    ['Europe/Berln', 'The time zone “Europe/Berln” does not exist', ['Europe/Berlin']],
    ['Amerika/New York', '” does not exist', ['America/New_York']],
    ['new york', '” does not exist', ['America/New_York']],
    ['Calcuta', '” does not exist', ['Asia/Calcutta']],
    ['San Francisco', '” does not exist', ['America/Los_Angeles']],
    ['Europe/Munich', '” does not exist', ['Europe/Berlin']],
    ['Eastern Standard Time', '” does not exist', ['America/New_York', 'America/Toronto']],
    ['constructor', 'an area and a city', ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo']],
    ['', 'A time zone is required', ['UTC', 'Europe/Berlin', 'America/New_York']],
  ])('“%s”: %s', (asked, message, suggestions) => {
    expect(findZone(asked)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message),
      suggestions,
    });
  });

  it('include names of any length', () => {
    expect(findZone('x'.repeat(100_000))).toMatchObject({
      message: expect.stringContaining('a name this long'),
    });
  });

  it('suggests only accepted names', () => {
    for (const asked of ['EST5', 'IST', 'UTC+2', 'utc-10', 'GMT+5:45', 'Berlin', 'Asia', 'Pariss', '']) {
      const finding = findZone(asked);
      for (const name of finding.ok ? [] : finding.suggestions)
        expect(findZone(name)).toMatchObject({ ok: true, name });
    }
  });
});
