import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import {
  EVENT_KINDS,
  EVENT_TYPES,
  type EventPage,
  MAX_STREAMS_PER_KEY,
  type PostriderEvent,
} from '../../../contract/events/events.js';
import type { Scope } from '../../../contract/scopes.js';
import { randomIds } from '../../base/ids.js';
import { createApiKey, revokeApiKey } from '../access/api-keys.js';
import { createWorkspace } from '../access/workspaces.js';
import { EventFeed } from './feed.js';

let backend: BackendUnderTest;
let count = 0;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
  backend.key = await backend.newKey('sandbox');
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => backend.close());

const trigger = async (type: string, data?: object): Promise<PostriderEvent> => {
  const { status, body } = await backend.post<PostriderEvent>('/v1/test/trigger', { type, data });
  expect(status).toBe(201);
  return body;
};
const list = async (query: string, key = backend.key) =>
  (await backend.get<EventPage>(`/v1/events?${query}`, { key })).body;
const now = async () => (await list('start=now')).position;

async function keyWith(...scopes: Scope[]) {
  const making = { clock: backend.clock, ids: randomIds };
  return createApiKey(backend.backend.services.store, backend.workspace, { label: 'reader', scopes }, making);
}

describe('the event types', () => {
  it.each(EVENT_TYPES)('have an example of %s that matches its schema and names its object', (type) => {
    const { data, example, object } = EVENT_KINDS[type];
    expect(data.parse(example)).toEqual(example);
    expect(typeof Reflect.get(example, object)).toBe('string');
  });
});

describe('the event log', () => {
  it('lists what happened to a post, oldest first', async () => {
    const start = await now();
    count += 1;
    const { body } = await backend.post<{ id: string }>('/v1/posts', {
      platform: 'bluesky',
      text: `We are open on Sunday ${count}.`,
      scheduleMode: 'schedule',
      scheduledAt: new Date(backend.clock.now() + 3_600_000).toISOString(),
    });
    await backend.post('/v1/test/clock', { action: 'advance', seconds: 3_600 });
    const { data } = await list(`cursor=${start}`);
    expect(data.map(({ type }) => type)).toEqual(['post.scheduled', 'target.published', 'post.published']);
    const published = data.find((event) => event.type === 'post.published');
    expect(published?.data).toMatchObject({ postId: body.id, status: 'published' });
    expect(published?.data.targets[0]?.url).toContain('/network/bluesky/');
  });

  it('continues from any event’s cursor, and from the position of a page', async () => {
    const start = await now();
    const events = [];
    for (let index = 0; index < 5; index += 1) events.push(await trigger('post.failed'));
    const first = await list(`cursor=${start}&limit=2`);
    expect(first.data.map(({ id }) => id)).toEqual(events.slice(0, 2).map(({ id }) => id));
    const second = await list(`cursor=${first.nextCursor}&limit=3`);
    expect(second.data.map(({ id }) => id)).toEqual(events.slice(2).map(({ id }) => id));
    expect(second.nextCursor).toBeNull();
    expect((await list(`cursor=${events[3]?.cursor}`)).data.map(({ id }) => id)).toEqual([events[4]?.id]);
    const filtered = await list(`cursor=${start}&types=comment.received`);
    expect(filtered.data).toEqual([]);
    await trigger('comment.received');
    expect((await list(`cursor=${filtered.position}`)).data).toHaveLength(1);
  });

  it('can begin with the latest events', async () => {
    const events = [];
    for (let index = 0; index < 3; index += 1) events.push(await trigger('post.unknown'));
    const { data } = await list('start=latest&limit=2&types=post.unknown');
    expect(data.map(({ id }) => id)).toEqual(events.slice(1).map(({ id }) => id));
  });

  it('holds a request until something happens', async () => {
    const start = await now();
    const held = list(`cursor=${start}&wait=20&types=post.missed`);
    await trigger('post.failed');
    await trigger('post.missed');
    expect((await held).data.map(({ type }) => type)).toEqual(['post.missed']);
  });

  it('shows a key only what its scopes allow it to read', async () => {
    const start = await now();
    const { text: key } = await keyWith('comments:read');
    await trigger('post.published');
    await trigger('comment.received');
    await trigger('message.received');
    expect((await list(`cursor=${start}`, key)).data.map(({ type }) => type)).toEqual(['comment.received']);
    const { status, body } = await backend.get<Problem>('/v1/events?types=message.received', { key });
    expect([status, body.requiredScope]).toEqual([403, 'messages:read']);
    const blind = await backend.get<Problem>('/v1/events', { key: (await keyWith('posts:write')).text });
    expect(blind.status).toBe(403);
  });

  it('of another workspace cannot be read, and its cursors are refused', async () => {
    const making = { clock: backend.clock, ids: randomIds };
    const { store } = backend.backend.services;
    const other = await createWorkspace(store, { name: 'Other', timezone: 'UTC', sandbox: true }, making);
    const { text: key } = await createApiKey(store, other, { label: 'other', scopes: 'full' }, making);
    const { cursor } = await trigger('post.failed');
    expect((await list('', key)).data).toEqual([]);
    expect((await backend.get(`/v1/events?cursor=${cursor}`, { key })).status).toBe(400);
  });

  it('accepts a fixture with custom fields, and refuses data that matches no event', async () => {
    const event = await trigger('target.failed', { platform: 'x' });
    expect(event.data).toEqual({ ...EVENT_KINDS['target.failed'].example, platform: 'x' });
    const { status, body } = await backend.post<Problem>('/v1/test/trigger', {
      type: 'target.failed',
      data: { platform: 'myspace' },
    });
    expect(status).toBe(422);
    expect(body.errors?.[0]?.pointer).toBe('/data/platform');
  });
});

describe('the stream', () => {
  it('sends each event with its cursor, and continues where a connection broke', async () => {
    const start = await now();
    const stream = await Stream.open(`cursor=${start}`);
    expect(stream.type).toContain('text/event-stream');
    const first = await trigger('post.published');
    expect(await stream.next()).toMatchObject({ id: first.cursor, event: 'post.published' });
    stream.close();
    const second = await trigger('post.failed');
    const again = await Stream.open('', { 'last-event-id': first.cursor });
    expect(await again.next()).toMatchObject({ id: second.cursor, data: { id: second.id } });
    again.close();
  });

  it('is refused for a key with too many open streams, until one is closed', async () => {
    const { text: key } = await keyWith('posts:read');
    const streams = [];
    for (let index = 0; index < MAX_STREAMS_PER_KEY; index += 1) {
      streams.push(await Stream.open('start=now', {}, key));
    }
    const refused = await Stream.open('start=now', {}, key);
    expect(refused.status).toBe(429);
    streams.pop()?.close();
    await expect.poll(async () => (await Stream.open('start=now', {}, key)).status).toBe(200);
    for (const stream of streams) stream.close();
  });

  it('ends when its key is revoked, without sending another event', async () => {
    const { id, text } = await keyWith('posts:read');
    const stream = await Stream.open('start=now', {}, text);
    const { store } = backend.backend.services;
    await revokeApiKey(store, backend.workspace.id, id, backend.clock.now());
    await trigger('post.published');
    expect(await stream.next()).toBeNull();
  });

  it('ends cleanly and at once when the server stops', async () => {
    const other = await BackendUnderTest.start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const waits = vi.spyOn(EventFeed.prototype, 'grown');
    const read = fetch(`${other.backend.url}/v1/events?start=now`, {
      headers: { authorization: `Bearer ${other.key}`, accept: 'text/event-stream' },
    }).then((response) => response.text());
    // This advances the fake time until the stream waits.
    await expect.poll(() => waits.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await other.close();
    expect(await read).toMatch(/^retry: 1000\nid: /);
  });
});

/** A minimal reader of server-sent events. */
class Stream {
  readonly status: number;
  readonly type: string;
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #gone: AbortController;
  #text = '';

  private constructor(response: Response, gone: AbortController) {
    this.status = response.status;
    this.type = response.headers.get('content-type') ?? '';
    if (!response.body) throw new Error('The answer has no body.');
    this.#reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    this.#gone = gone;
  }

  static async open(query: string, headers: Record<string, string> = {}, key = backend.key) {
    const gone = new AbortController();
    const response = await fetch(`${backend.backend.url}/v1/events?${query}`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers },
      signal: gone.signal,
    });
    return new Stream(response, gone);
  }

  /** The next event; null at the end. */
  async next(): Promise<{ id: string; event: string; data: unknown } | null> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const fields = Object.fromEntries(
          this.#text
            .slice(0, end)
            .split('\n')
            .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
        this.#text = this.#text.slice(end + 2);
        const { id = '', event = '', data } = fields;
        if (data !== undefined) return { id, event, data: JSON.parse(data) };
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) return null;
      this.#text += value;
    }
  }

  close(): void {
    this.#gone.abort();
  }
}
