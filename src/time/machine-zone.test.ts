import { afterEach, describe, expect, it, vi } from 'vitest';
import { machineZone } from './machine-zone.js';

afterEach(() => vi.unstubAllEnvs());

describe('the zone of the machine', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    // Empty in some containers; the other is a typo.
    ['', null],
    ['Nonsense', null],
    // A POSIX rule has an offset but no place.
    ['EST5', null],
  ])('for TZ=%s is %s', (tz, zone) => {
    vi.stubEnv('TZ', tz);
    expect(machineZone()).toBe(zone);
  });
});
