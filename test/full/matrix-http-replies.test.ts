import { expect, it } from 'vitest';
import { HTTP_FAULTS } from '../matrix/http/breaking-network.js';
import { ANSWERING, runReplies } from '../matrix/http/reply-delivery.js';

it.each(ANSWERING)(
  'a reply on %s is neither lost nor sent twice after each way to lose its outcome',
  {
    timeout: 120_000,
  },
  async (platform) => {
    expect(await runReplies(platform)).toEqual({ cells: HTTP_FAULTS.length, wrong: [] });
  },
);
