import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from './retry-after.js';

describe('retryAfterSeconds', () => {
  const eight = 'Tue, 01 Dec 2026 08:00:00 GMT';

  it.each([
    ['5', undefined, 5],
    [' 0 ', undefined, 0],
    ['1.2', undefined, 2],
    ['Tue, 01 Dec 2026 08:00:30 GMT', eight, 30],
    ['Tue, 01 Dec 2026 07:00:00 GMT', eight, 0],
    ['soon', undefined, null],
    ['-5', eight, 0],
    ['', undefined, null],
    [undefined, undefined, null],
  ])('reads %j at %j as %j', (value, date, seconds) => {
    expect(retryAfterSeconds(value, date)).toBe(seconds);
  });

  it('measures a date against this machine’s clock where the answer has none', () => {
    expect(retryAfterSeconds(new Date(Date.now() + 10_500).toUTCString(), undefined)).toBeGreaterThanOrEqual(
      9,
    );
  });
});
