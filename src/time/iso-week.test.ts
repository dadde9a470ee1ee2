import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf, readWeek, weekOf } from './iso-week.js';

const DAY = 24 * 60 * 60_000;

describe('calendar weeks', () => {
  it.each([
    ['2026-W49', '2026-W49', '2026-11-30'],
    ['2026-12-01', '2026-W49', '2026-11-30'],
    ['2026-12-06', '2026-W49', '2026-11-30'],
    ['2026-12-07', '2026-W50', '2026-12-07'],
    // The first days of January can be in the last week of the previous year, and vice versa.
    ['2027-01-03', '2026-W53', '2026-12-28'],
    ['2024-12-30', '2025-W01', '2024-12-30'],
    ['2026w49', '2026-W49', '2026-11-30'],
  ])('%s is %s, from Monday %s', (text, name, monday) => {
    const week = readWeek(text);
    expect(week?.name).toBe(name);
    expect(week && daysOf(week)[0]).toBe(monday);
  });

  it('reach from the year 1000 to 9999', () => {
    expect(readWeek('1000-W02')?.name).toBe('1000-W02');
    expect(readWeek('9999-12-26')?.name).toBe('9999-W51');
    for (const text of ['9999-W52', '9999-12-31', '0999-12-22', '0001-01-01', '0000-01-01']) {
      expect(readWeek(text), text).toBeUndefined();
    }
  });

  it.each(['2025-W53', '2026-W00', '2026-W54', '2026-02-30', '2026-12', 'this week', ''])(
    '%j is not a week',
    (text) => {
      expect(readWeek(text)).toBeUndefined();
    },
  );

  it('contain every day and are read by their names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000 }), (day) => {
        const week = weekOf(day * DAY);
        expect(daysOf(week)).toContain(new Date(day * DAY).toISOString().slice(0, 10));
        expect(readWeek(week.name)).toEqual(week);
      }),
    );
  });
});
