import { describe, expect, it } from 'vitest';
import { writtenRows } from '../../bench/written-down.js';
import { runMatrix } from '../matrix/matrix.js';

/** How many of each cell: the program `npm run test:matrix` runs twenty. */
const EACH = 2;
const LIMIT_MS = 120_000;

describe('everything that can be published, after each way to lose its outcome', () => {
  it('is neither lost nor seen twice, and the service says what the networks show', {
    timeout: 3 * LIMIT_MS,
  }, async () => {
    const { rows, least } = await runMatrix({
      store: 'the embedded database',
      each: EACH,
      limit: LIMIT_MS,
    });
    expect(least).toBe(EACH);
    for (const row of rows) {
      expect(row, row.reasons.join('\n')).toMatchObject({
        twice: 0,
        lost: 0,
        absent: 0,
        there: 0,
        failed: 0,
      });
      if (row.platform !== 'linkedin') expect(row, row.reasons.join('\n')).toMatchObject({ unknown: 0 });
    }
    const written = writtenRows('faults-matrix');
    const names = rows.map(({ platform, thing }) => [platform, thing]);
    expect(written.map((cells) => cells.slice(0, 2))).toEqual(names);
    for (const cells of written) expect(cells.slice(6, 10)).toEqual(['0', '0', '0', '0']);
  });
});
