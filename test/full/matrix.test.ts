import { describe, expect, it } from 'vitest';
import { writtenRows } from '../../bench/written-down.js';
import { runMatrix } from '../matrix/matrix.js';

const LIMIT_MS = 10 * 60_000;

/** `each` is how many of each cell: as many as `npm run test:matrix` runs, and fewer on PostgreSQL, which takes longer. */
const STORES = [
  { store: 'the embedded database', table: 'faults-matrix-embedded', each: 20 },
  { store: 'PostgreSQL', table: 'faults-matrix-postgres', each: 4 },
] as const;

describe.each(STORES)(
  'everything that can be published, after each way to lose its outcome, on $store',
  ({ store, table, each }) => {
    it('is neither lost nor seen twice, and the service says what the networks show', {
      timeout: 3 * LIMIT_MS,
    }, async () => {
      const { rows, least } = await runMatrix({ store, each, limit: LIMIT_MS });
      expect(least).toBe(each);
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
      const written = writtenRows(table);
      const names = rows.map(({ platform, thing }) => [platform, thing]);
      expect(written.map((cells) => cells.slice(0, 2))).toEqual(names);
      for (const cells of written) expect(cells.slice(6, 10)).toEqual(['0', '0', '0', '0']);
    });
  },
);
