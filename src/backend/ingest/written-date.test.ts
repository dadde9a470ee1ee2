import { expect, it } from 'vitest';
import { readDate } from './written-date.js';

it.each([
  ['2026-11-16T07:30:00+01:00', '2026-11-16T07:30:00+01:00', '2026-11-16T06:30:00.000Z'],
  ['2026-11-16 07:30:00.250 -0500', '2026-11-16T07:30:00-05:00', '2026-11-16T12:30:00.000Z'],
  ['2026-11-16T07:30Z', '2026-11-16T07:30:00Z', '2026-11-16T07:30:00.000Z'],
  ['Mon, 16 Nov 2026 07:30:00 GMT', '2026-11-16T07:30:00Z', '2026-11-16T07:30:00.000Z'],
  ['16 November 26 7:30 EST', '2026-11-16T07:30:00-05:00', '2026-11-16T12:30:00.000Z'],
  // Without a zone, or with one that nobody knows, the instant is not known.
  ['2026-11-16T07:30:00', '2026-11-16T07:30:00', null],
  ['16 Nov 2026 07:30 XYZ', '2026-11-16T07:30:00', null],
  ['2026-11-16', '2026-11-16', null],
])('the date %s', (text, written, instant) => {
  expect(readDate(text)).toEqual({ written, instant });
});

it.each(['', 'yesterday', '2026-02-30', '2026-13-01', '16 Foo 2026 07:30', '2026-11-16T27:30', '1700000000'])(
  '“%s” is no date',
  (text) => {
    expect(readDate(text)).toBeNull();
  },
);
