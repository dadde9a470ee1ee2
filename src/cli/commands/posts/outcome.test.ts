import { describe, expect, it } from 'vitest';
import { testClient } from '../../../../test/support/test-client.js';
import { TimeoutError } from '../../../client/errors/errors.js';
import { fetchTransport } from '../../../client/transport/fetch-transport.js';
import { examplePost } from '../../../contract/examples.js';
import { readPatiently } from './outcome.js';

const signal = new AbortController().signal;

/** A client of a backend that does not answer the first requests within the client's time limit. */
function busyFor(unanswered: number): {
  client: ReturnType<typeof testClient>['client'];
  sent: () => number;
} {
  let sent = 0;
  const transport = fetchTransport(() => {
    sent += 1;
    return sent <= unanswered
      ? new Promise<Response>(() => undefined)
      : Promise.resolve(Response.json({ ...examplePost, id: 'post_1', status: 'published' }));
  });
  return { client: testClient('', { transport, timeoutMs: 20 }).client, sent: () => sent };
}

describe('reading a post from a busy backend', () => {
  it('repeats the request until it is answered', async () => {
    const { client, sent } = busyFor(2);
    const post = await readPatiently('post_1', Number.POSITIVE_INFINITY, client, { signal });
    expect([post.status, sent()]).toEqual(['published', 3]);
  });

  it('ends when its own time is up', async () => {
    const { client, sent } = busyFor(Number.POSITIVE_INFINITY);
    const reading = readPatiently('post_1', performance.now() - 1, client, { signal });
    await expect(reading).rejects.toBeInstanceOf(TimeoutError);
    expect(sent()).toBe(1);
  });
});
