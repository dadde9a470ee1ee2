import { describe, expect, it } from 'vitest';
import { boundedScan, MAX_SCANNED_ROWS, type Scanned } from './bounded-scan.js';

/** A list of rows, some of which match, that records how far each scan went. */
function listOf(amount: number, fits: (row: number) => boolean, limit = 21) {
  const looks: number[] = [];
  const look = async (most: number): Promise<Scanned<number, number>> => {
    looks.push(most);
    const seen = Array.from({ length: Math.min(most, amount) }, (_, row) => row);
    return { rows: seen.filter(fits).slice(0, limit), scannedUpTo: amount < most ? null : most - 1 };
  };
  return { looks, found: boundedScan(limit, look) };
}

const every =
  (some: number) =>
  (row: number): boolean =>
    row % some === 0;

describe('a bounded scan', () => {
  it('stops after the first scan if it fills the page', async () => {
    const { looks, found } = listOf(1_000_000, every(4));
    expect((await found).rows).toHaveLength(21);
    expect(looks).toEqual([500]);
  });

  it('stops after the first scan if there are no more rows', async () => {
    const { looks, found } = listOf(300, every(100));
    expect(await found).toEqual({ rows: [0, 100, 200], scannedUpTo: null });
    expect(looks).toEqual([500]);
  });

  it('scans as far as the first matches suggest, however long the list is', async () => {
    const { looks, found } = listOf(1_000_000, every(35));
    expect((await found).rows).toEqual(Array.from({ length: 21 }, (_, index) => index * 35));
    // 15 of 500 match, so 21 are expected in 700 rows; it scans twice as many.
    expect(looks).toEqual([500, 1_400]);
  });

  it('scans up to the maximum if all matches are near the start', async () => {
    const { looks, found } = listOf(1_000_000, (row) => row < 20);
    expect(await found).toEqual({
      rows: Array.from({ length: 20 }, (_, row) => row),
      scannedUpTo: MAX_SCANNED_ROWS - 1,
    });
    expect(looks).toEqual([500, 1_050, MAX_SCANNED_ROWS]);
  });

  it.each([
    ['nothing', () => false, 0],
    ['hardly anything', every(400), 21],
  ])('looks as far as a page may at once where it found %s', async (_name, fits, amount) => {
    const { looks, found } = listOf(1_000_000, fits);
    expect((await found).rows).toHaveLength(amount);
    expect(looks).toEqual([500, MAX_SCANNED_ROWS]);
  });
});
