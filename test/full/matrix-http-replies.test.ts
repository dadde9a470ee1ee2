import { expect, it } from 'vitest';
import { writtenRows } from '../../bench/written-down.js';
import { ANSWERING, replyTable, runReplies } from '../matrix/http/reply-matrix.js';

it.each(ANSWERING)(
  'an answer on %s is neither lost nor sent twice after each way to lose its outcome, and the docs say so',
  {
    timeout: 300_000,
  },
  async (platform) => {
    const rows = await runReplies(platform);
    expect(rows.flatMap(({ kind, wrong }) => wrong.map((one) => `${kind}: ${one}`))).toEqual([]);
    const [, ...table] = replyTable(rows);
    const written = writtenRows('faults-replies-http').filter(([network]) => network === platform);
    expect(written).toEqual(table);
  },
);
