import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../test/support/running-backend.js';
import type { PostriderEvent } from '../contract/events/events.js';
import { PostriderClient } from './client.js';
import { fetchTransport } from './transport/fetch-transport.js';

let backend: BackendUnderTest;
let client: PostriderClient;
/** Requests fail with it while it is set. */
let trouble: Error | null = null;

beforeEach(async () => {
  backend = await BackendUnderTest.start();
  backend.key = await backend.newKey('sandbox');
  trouble = null;
  client = new PostriderClient({
    apiKey: backend.key,
    baseUrl: backend.backend.url,
    maxRetries: 0,
    transport: fetchTransport((request) => {
      if (trouble) throw trouble;
      return fetch(request);
    }),
  });
});

afterEach(() => backend.close());

const trigger = async (type: string) =>
  (await backend.post<PostriderEvent>('/v1/test/trigger', { type })).body;

async function take(stream: AsyncGenerator<PostriderEvent, void>, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const { done, value } = await stream.next();
    if (done) break;
    ids.push(value.id);
  }
  return ids;
}

describe('the event stream', () => {
  it('yields new events, and continues after any event', async () => {
    await trigger('post.failed');
    const positions: string[] = [];
    const stream = client.events.stream({ onPosition: (cursor) => positions.push(cursor) });
    const first = stream.next();
    await expect.poll(() => positions.length).toBe(1);
    const told = await trigger('post.published');
    expect((await first).value).toEqual(told);
    await stream.return();
    const later = [await trigger('post.missed'), await trigger('post.unknown')];
    const again = client.events.stream({ after: told.cursor });
    expect(await take(again, 2)).toEqual(later.map(({ id }) => id));
    await again.return();
  });

  it('yields the requested types, from the oldest event', async () => {
    await trigger('post.failed');
    const wanted = await trigger('comment.received');
    const stream = client.events.stream({ after: 'oldest', types: ['comment.received'] });
    const { value } = await stream.next();
    expect(value).toEqual(wanted);
    if (value?.type === 'comment.received') expect(value.data.commentId).toContain('cmt_');
    await stream.return();
  });

  it('survives an unreachable backend without losing events', async () => {
    const before = await trigger('post.failed');
    const told: number[] = [];
    const stream = client.events.stream({ after: 'oldest', onTrouble: (_error, ms) => told.push(ms) });
    expect(await take(stream, 1)).toEqual([before.id]);
    trouble = new Error('the connection broke');
    const missed = [await trigger('post.published'), await trigger('post.missed')];
    const next = take(stream, 2);
    await expect.poll(() => told.length).toBeGreaterThan(0);
    trouble = null;
    expect(await next).toEqual(missed.map(({ id }) => id));
    await stream.return();
  });

  it('ends with its signal', async () => {
    const ending = new AbortController();
    const stream = client.events.stream({ after: 'oldest', signal: ending.signal });
    const next = stream.next();
    setTimeout(() => ending.abort(), 20);
    expect((await next).done).toBe(true);
  });

  it('throws what a retry cannot fix', async () => {
    const stream = client.events.stream({ after: 'nonsense' });
    await expect(stream.next()).rejects.toMatchObject({ code: 'cursor_invalid' });
  });
});
