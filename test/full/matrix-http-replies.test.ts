import { expect, it } from 'vitest';
import { writtenRows } from '../../bench/written-down.js';
import { ANSWERING, replyTable, runReplies } from '../matrix/http/reply-matrix.js';

it.each(ANSWERING)(
  'a reply on %s is neither lost nor sent twice after each way to lose its outcome, and the docs say so',
  {
    timeout: 120_000,
  },
  async (platform) => {
    const row = await runReplies(platform);
    expect(row.wrong).toEqual([]);
    const [, ...table] = replyTable([row]);
    const written = writtenRows('faults-replies-http').filter(([network]) => network === platform);
    expect(written).toEqual(table);
  },
);
