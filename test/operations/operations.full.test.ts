import { describe, expect, it } from 'vitest';
import { writtenRows } from '../../bench/written-down.js';
import { Counts, countsTable, unsuccessful } from './counts.js';
import { walk } from './walk.js';

/** Together 20,000 requests. */
const SEEDS = [2, 3, 4, 5, 6];
const REQUESTS = 4000;

describe('every operation answers generated requests as the OpenAPI description says', () => {
  it.each(SEEDS)('with seed %i', { timeout: 900_000 }, async (seed) => {
    const { counts, findings } = await walk({ seed, requests: REQUESTS });
    expect(findings.map(({ text }) => text).slice(0, 5)).toEqual([]);
    expect(unsuccessful(counts)).toEqual([]);
  });
});

it('the table of measured answers has every group of operations, and no failures', () => {
  const written = writtenRows('operations');
  const [, ...groups] = countsTable(new Counts());
  expect(written.map(([group]) => group)).toEqual(groups.map(([group]) => group));
  for (const cells of written) expect(cells[5]).toBe('0');
});
