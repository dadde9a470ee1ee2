import { afterEach, describe, expect, it, vi } from 'vitest';
import { machineZone } from './machine-zone.js';

afterEach(() => vi.unstubAllEnvs());

describe('the zone of the machine', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    // What containers are started with so that they have none, and slips.
    ['', null],
    ['Nonsense', null],
    // POSIX rules say how far a clock is ahead, and name no place.
    ['EST5', null],
  ])('is, where TZ is “%s”, %s', (tz, zone) => {
    vi.stubEnv('TZ', tz);
    expect(machineZone()).toBe(zone);
  });
});
