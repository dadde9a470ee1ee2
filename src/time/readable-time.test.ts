import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { LuxonZone, readableTime } from './readable-time.js';
import { BundledZone } from './zone.js';

const NOW = Date.parse('2026-12-31T23:30:00Z');

describe('a readable time', () => {
  it.each([
    ['2026-12-01T08:00:00Z', 'Europe/Berlin', 'Tue 1 Dec 2026, 09:00'],
    ['2026-12-01T08:00:00Z', 'UTC', 'Tue 1 Dec, 08:00'],
    ['2026-09-05T20:15:00Z', 'America/New_York', 'Sat 5 Sep, 16:15'],
    ['2027-01-01T00:00:00Z', 'America/New_York', 'Thu 31 Dec, 19:00'],
    ['2027-01-01T00:00:00Z', 'UTC', 'Fri 1 Jan 2027, 00:00'],
    // Runtimes with older zone data go back an hour in November.
    ['2026-12-01T20:00:00Z', 'America/Vancouver', 'Tue 1 Dec, 13:00'],
  ])('%s in %s is %s', (instant, zone, text) => {
    expect(readableTime(Date.parse(instant), zone, NOW)).toBe(text);
  });
});

describe('LuxonZone', () => {
  it('uses the zone data in this package', () => {
    const zone = new LuxonZone(BundledZone.named('Europe/Berlin'));
    const winter = DateTime.fromISO('2026-12-01T08:00:00Z', { zone });
    expect(winter.toISO()).toBe('2026-12-01T09:00:00.000+01:00');
    expect(winter.isValid).toBe(true);
    expect(winter.zoneName).toBe('Europe/Berlin');
    expect(winter.set({ month: 7 }).toFormat('yyyy-MM-dd HH:mm ZZ Z')).toBe('2026-07-01 09:00 +02:00 +2');
    expect(winter.toFormat('ZZZ')).toBe('+0100');
    expect([zone.isUniversal, zone.type]).toEqual([false, 'bundled']);
    expect(new LuxonZone(BundledZone.named('UTC')).isUniversal).toBe(true);
  });

  it('is equal by name', () => {
    const kolkata = new LuxonZone(BundledZone.named('Asia/Kolkata'));
    expect(kolkata.equals(new LuxonZone(BundledZone.named('Asia/Kolkata')))).toBe(true);
    expect(kolkata.equals(new LuxonZone(BundledZone.named('Asia/Calcutta')))).toBe(false);
  });

  it('formats offsets in luxon’s three formats', () => {
    const from = Date.UTC(2026, 0, 1);
    const kathmandu = new LuxonZone(BundledZone.named('Asia/Kathmandu'));
    expect(kathmandu.formatOffset(from, 'narrow')).toBe('+5:45');
    expect(kathmandu.formatOffset(from, 'short')).toBe('+05:45');
    expect(kathmandu.formatOffset(from, 'techie')).toBe('+0545');
    expect(kathmandu.offsetName(from)).toBe('UTC+05:45');
  });
});
