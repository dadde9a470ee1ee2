import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { timeForms } from './forms.js';
import { readHumanTime } from './human-times.js';
import { BundledZone } from './zone.js';
import { canonicalZoneName, TZDATA_VERSION, zoneTable } from './zone-data.js';

type Change = readonly [instant: string, seconds: number];

const fixture = JSON.parse(
  readFileSync(new URL('../../test/fixtures/time/transitions.json', import.meta.url), 'utf8'),
) as { version: string; zones: [names: string[], [start: number, ...changes: Change[]]][] };

/** The database's name for “no zone set yet”, which is not a place to publish from. */
const EXCLUDED = ['Factory'];

const FROM = Date.UTC(2026, 0, 1);
const TO = Date.UTC(2031, 0, 1);

function changesOf(name: string): unknown {
  const { changes, offsets } = zoneTable(name);
  const listed = changes.flatMap((change, index) =>
    change >= FROM && change < TO ? [[new Date(change).toISOString(), (offsets[index + 1] ?? 0) * 60]] : [],
  );
  return [BundledZone.named(name).offset(FROM) * 60, ...listed];
}

describe('zones in 2026-2030, compared with zdump,', () => {
  const differing: string[] = [];
  for (const [names, expected] of fixture.zones) {
    for (const name of names) {
      if (EXCLUDED.includes(name)) continue;
      const same = JSON.stringify(changesOf(canonicalZoneName(name) ?? '')) === JSON.stringify(expected);
      if (!same) differing.push(name);
    }
  }

  it('agree in every change of the bundled release', () => {
    expect(fixture.version).toBe(TZDATA_VERSION);
    expect(differing).toEqual([]);
  });
});

describe('changes that older runtimes do not know', () => {
  it.each([
    ['America/Vancouver', '2026-11-01T08:59:59Z', -420],
    ['America/Vancouver', '2026-11-01T09:00:00Z', -420],
    ['America/Vancouver', '2027-01-15T12:00:00Z', -420],
    ['America/Edmonton', '2026-12-01T12:00:00Z', -360],
    ['America/Edmonton', '2027-07-01T12:00:00Z', -360],
    ['Africa/Casablanca', '2026-03-01T12:00:00Z', 0],
    ['Africa/Casablanca', '2026-09-20T00:59:59Z', 60],
    ['Africa/Casablanca', '2026-09-20T01:00:00Z', 0],
    ['Africa/Casablanca', '2027-07-01T12:00:00Z', 0],
    ['America/Winnipeg', '2026-12-01T12:00:00Z', -300],
    ['America/Havana', '2026-12-01T12:00:00Z', -240],
  ])('%s at %s is %i minutes east', (name, instant, offset) => {
    expect(BundledZone.named(name).offset(Date.parse(instant))).toBe(offset);
  });
});

describe('a bundled zone', () => {
  it('is the same object each time', () => {
    const zone = BundledZone.named('Asia/Kolkata');
    expect(BundledZone.named('Asia/Kolkata')).toBe(zone);
    expect(() => BundledZone.named('Asia/Nowhere')).toThrow(RangeError);
  });

  it('repeats its rules after the last listed year and uses the offset of 1970 before it', () => {
    const zone = BundledZone.named('America/New_York');
    expect(zone.offset(Date.UTC(2750, 0, 15))).toBe(-300);
    expect(zone.offset(Date.UTC(2750, 6, 15))).toBe(-240);
    expect(zone.offset(Date.UTC(1900, 6, 15))).toBe(-300);
    expect(zone.lastChange(Date.UTC(2750, 6, 15))).toBe(Date.parse('2750-03-12T07:00:00Z'));
    expect(BundledZone.named('UTC').lastChange(0)).toBeUndefined();
  });

  it('formats its offset', () => {
    expect(BundledZone.named('America/St_Johns').offsetName(FROM)).toBe('UTC-03:30');
    expect(BundledZone.named('UTC').isUniversal).toBe(true);
  });
});

describe('the process’s own time zone and zone data', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  const everything = () => {
    const now = Date.parse('2026-10-31T22:10:00Z');
    return [
      timeForms(now + 37 * 3_600_000, 'America/Vancouver', now),
      readHumanTime('tomorrow 9:00', { zone: 'America/New_York', now }),
      readHumanTime('next sun 2:30', { zone: 'Europe/Berlin', now: Date.parse('2027-03-22T12:00:00Z') }),
    ];
  };

  it('have no effect', () => {
    const expected = everything();
    for (const zone of ['Pacific/Kiritimati', 'America/Vancouver', 'Asia/Kathmandu', 'UTC']) {
      vi.stubEnv('TZ', zone);
      expect(new Date(FROM).getTimezoneOffset()).toBe(0 - BundledZone.named(zone).offset(FROM));
      expect(everything()).toEqual(expected);
    }
  });

  it('are never used', () => {
    const expected = everything();
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
      throw new Error('Intl was used for a time.');
    });
    expect(everything()).toEqual(expected);
  });
});
