import { describe, expect, it } from 'vitest';
import { type Looked, lookThrough, MOST_LOOKED_AT } from './look-through.js';

/** A list of so many rows, of which some fit, and how far it was looked each time. */
function listOf(amount: number, fits: (row: number) => boolean, limit = 21) {
  const looks: number[] = [];
  const look = async (most: number): Promise<Looked<number, number>> => {
    looks.push(most);
    const seen = Array.from({ length: Math.min(most, amount) }, (_, row) => row);
    return { rows: seen.filter(fits).slice(0, limit), lookedUpTo: amount < most ? null : most - 1 };
  };
  return { looks, found: lookThrough(limit, look) };
}

const every =
  (some: number) =>
  (row: number): boolean =>
    row % some === 0;

describe('a page that looks through a list', () => {
  it('looks near by alone where that fills it', async () => {
    const { looks, found } = listOf(1_000_000, every(4));
    expect((await found).rows).toHaveLength(21);
    expect(looks).toEqual([500]);
  });

  it('looks near by alone where there is no more', async () => {
    const { looks, found } = listOf(300, every(100));
    expect(await found).toEqual({ rows: [0, 100, 200], lookedUpTo: null });
    expect(looks).toEqual([500]);
  });

  it('looks as far as it takes by what it found, however long the list is', async () => {
    const { looks, found } = listOf(1_000_000, every(35));
    expect((await found).rows).toEqual(Array.from({ length: 21 }, (_, index) => index * 35));
    // 15 of 500 fit: 21 are likely among 700, and are looked for among twice as many.
    expect(looks).toEqual([500, 1_400]);
  });

  it('looks as far as a page may where what fits lies near by alone', async () => {
    const { looks, found } = listOf(1_000_000, (row) => row < 20);
    expect(await found).toEqual({
      rows: Array.from({ length: 20 }, (_, row) => row),
      lookedUpTo: MOST_LOOKED_AT - 1,
    });
    expect(looks).toEqual([500, 1_050, MOST_LOOKED_AT]);
  });

  it.each([
    ['nothing', () => false, 0],
    ['hardly anything', every(400), 21],
  ])('looks as far as a page may at once where it found %s', async (_name, fits, amount) => {
    const { looks, found } = listOf(1_000_000, fits);
    expect((await found).rows).toHaveLength(amount);
    expect(looks).toEqual([500, MOST_LOOKED_AT]);
  });
});
