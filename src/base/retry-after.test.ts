import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const EIGHT = Date.parse('2026-12-01T08:00:00Z');

it.each([
  ['5', 5_000],
  [' 0 ', 0],
  ['1.2', 1_200],
  ['Tue, 01 Dec 2026 08:00:30 GMT', 30_000],
  ['Tue, 01 Dec 2026 07:00:00 GMT', 0],
  ['2026-12-01T08:01:00Z', 60_000],
  ['soon', null],
  ['', null],
  [null, null],
  [undefined, null],
])('reads %j as %j ms', (header, expected) => {
  expect(retryAfterMs(header, EIGHT)).toBe(expected);
});
