import { describe, expect, it } from 'vitest';
import { page, problem, scriptedServer } from '../../test/support/http/scripted-server.js';
import { errorOf, testClient } from '../../test/support/test-client.js';
import { UnexpectedAnswerError } from './errors/errors.js';

async function idsOf(items: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}

describe('a list', () => {
  it('is iterated over all its pages, with the same query', async () => {
    const server = await scriptedServer(page(['a', 'b'], 'c/2'), page([], 'c3'), page(['c'], null));
    const { client } = testClient(server.url);
    expect(await idsOf(client.posts.list({ status: ['draft'], limit: 2 }))).toEqual(['a', 'b', 'c']);
    expect(server.received.map(({ path }) => path)).toEqual([
      '/v1/posts?status=draft&limit=2',
      '/v1/posts?status=draft&limit=2&cursor=c%2F2',
      '/v1/posts?status=draft&limit=2&cursor=c3',
    ]);
  });

  it('awaited is its first page, which leads to the others', async () => {
    const server = await scriptedServer(page(['a'], 'c2'), page(['b'], null));
    const first = await testClient(server.url).client.accounts.list();
    expect(first).toMatchObject({ data: [{ id: 'a' }], nextCursor: 'c2' });
    expect(JSON.stringify(first)).toBe(JSON.stringify({ data: first.data, nextCursor: 'c2' }));
    expect(first.hasNextPage()).toBe(true);
    expect(server.received).toHaveLength(1);

    const second = await first.nextPage();
    expect(second?.data.map(({ id }) => id)).toEqual(['b']);
    expect(second?.hasNextPage()).toBe(false);
    expect(await second?.nextPage()).toBeNull();
  });

  it('that is left early fetches no further page', async () => {
    const server = await scriptedServer(page(['a', 'b'], 'c2'));
    for await (const { id } of testClient(server.url).client.posts.list()) if (id.endsWith('b')) break;
    expect(server.received).toHaveLength(1);
  });

  it('gives its pages, and the answer’s meta data', async () => {
    const server = await scriptedServer(page(['a'], 'c2'), page(['b'], null));
    const list = testClient(server.url).client.posts.list();
    const sizes: number[] = [];
    for await (const { data } of list.pages()) sizes.push(data.length);
    expect(sizes).toEqual([1, 1]);
    expect((await list.withMeta()).meta.status).toBe(200);
  });

  it('that repeats a page is an error, not an endless loop', async () => {
    const server = await scriptedServer(page(['a'], 'same'));
    const error = await errorOf(idsOf(testClient(server.url).client.posts.list()));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(server.received).toHaveLength(2);
  });

  it('passes a failure of a later page on', async () => {
    const server = await scriptedServer(page(['a'], 'c2'), problem('cursor_invalid'));
    const error = await errorOf(idsOf(testClient(server.url).client.posts.list()));
    expect(error).toMatchObject({ code: 'cursor_invalid' });
  });
});
