import { describe, expect, it } from 'vitest';
import { errorOf, TEST_KEY, testClient } from '../../../test/support/test-client.js';
import { OPERATIONS } from '../../contract/operations.js';
import { OutcomeUnknownError, TimeoutError } from '../errors/errors.js';
import { fetchTransport } from './fetch-transport.js';

describe('fetchTransport', () => {
  it('carries calls to a function in this process', async () => {
    const transport = fetchTransport(async (request) => {
      const { pathname } = new URL(request.url);
      const seen = {
        method: request.method,
        pathname,
        key: request.headers.get('authorization'),
        body: await request.json(),
      };
      return Response.json(
        { ...OPERATIONS['posts.create'].example.response, id: 'post_1', seen },
        { status: 201 },
      );
    });
    const post = await testClient('', { transport }).client.posts.create({ text: 'Hi' });
    expect(post).toMatchObject({
      id: 'post_1',
      seen: { method: 'POST', pathname: '/v1/posts', key: `Bearer ${TEST_KEY}`, body: { text: 'Hi' } },
    });
  });

  it('keeps the time limit, even if the function never responds', async () => {
    const transport = fetchTransport(() => new Promise<Response>(() => undefined));
    const { client } = testClient('', { transport, timeoutMs: 30 });
    expect(await errorOf(client.me.get())).toBeInstanceOf(TimeoutError);
    expect(await errorOf(client.posts.create({}))).toBeInstanceOf(OutcomeUnknownError);
  });

  it('treats a failure of the function as a failure after sending', async () => {
    const transport = fetchTransport(() => {
      throw new Error('out of memory');
    });
    const error = await errorOf(testClient('', { transport }).client.posts.create({}));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toContain('out of memory');
  });
});
