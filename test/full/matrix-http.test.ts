import { describe, expect, it } from 'vitest';
import { writtenRows } from '../../bench/written-down.js';
import { PLATFORMS } from '../../src/contract/platforms.js';
import { httpTable, runHttpMatrix } from '../matrix/http/http-matrix.js';

describe.each(PLATFORMS)('what a real account publishes on %s over HTTP', (platform) => {
  it('is neither lost nor seen twice after each way to lose its outcome, and the service says so', {
    timeout: 600_000,
  }, async () => {
    const rows = await runHttpMatrix(platform);
    expect(rows.flatMap(({ form, thing, wrong }) => wrong.map((one) => `${form}, ${thing}: ${one}`))).toEqual(
      [],
    );
    const [, ...table] = httpTable(rows);
    const written = writtenRows('faults-matrix-http').filter(([network]) => network === platform);
    expect(written).toEqual(table.map((row) => row.map(String)));
  });
});
