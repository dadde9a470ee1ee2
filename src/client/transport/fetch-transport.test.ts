import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { BreakingProxy } from '../../../test/support/http/breaking-proxy.js';
import {
  answer,
  problem,
  type Reply,
  reset,
  scriptedServer,
} from '../../../test/support/http/scripted-server.js';
import { fixture } from '../../../test/support/media/media-file.js';
import { filmOf, MediaHarness } from '../../../test/support/media/media-harness.js';
import { errorOf, TEST_KEY, testClient } from '../../../test/support/test-client.js';
import { OPERATIONS } from '../../contract/operations.js';
import {
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../errors/errors.js';
import { PostriderClient } from '../fetch-client.js';
import { fetchTransport } from './fetch-transport.js';
import type { TransportError, TransportRequest } from './transport.js';

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

  it('does not take a failed connection of the function for one that sent nothing', async () => {
    const transport = fetchTransport(() => {
      throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' });
    });
    const error = await errorOf(testClient('', { transport }).client.posts.create({}));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.sent).toBe(true);
  });
});

describe('fetchTransport()', () => {
  const toServer = (url: string): TransportRequest => ({
    url,
    method: 'GET',
    headers: {},
    body: null,
    signal: new AbortController().signal,
    maxResponseBytes: 1_000,
  });

  it('calls the backend with the fetch of the runtime, and retries', async () => {
    const server = await scriptedServer(problem('internal_error'), answer({ id: 'post_1' }, 201));
    const { client } = testClient(server.url, { transport: fetchTransport() });
    expect((await client.posts.create({ text: 'Hi' })).id).toBe('post_1');
    const [first, second] = server.received;
    expect(first?.headers['authorization']).toBe(`Bearer ${TEST_KEY}`);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it('knows that a refused connection sent nothing', async () => {
    const server = await scriptedServer(answer());
    await server.stop();
    const { client, slept } = testClient(server.url, { transport: fetchTransport() });
    const error = await errorOf(client.posts.create({ text: 'Hi' }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ sent: false, attempts: 3 });
    expect(slept).toHaveLength(2);
  });

  it('does not know the outcome after a broken connection', async () => {
    const server = await scriptedServer(reset);
    const { client } = testClient(server.url, { transport: fetchTransport(), maxRetries: 0 });
    const error = await errorOf(client.posts.create({ text: 'Hi' }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.sent).toBe(true);
  });

  it('stops reading a response that is too large', async () => {
    let sent = 0;
    const endless: Reply = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        if (response.destroyed || sent > 50_000_000) return;
        sent += 64_000;
        response.write(' '.repeat(64_000), more);
      };
      more();
    };
    const server = await scriptedServer(endless);
    const failure: unknown = await fetchTransport()
      .send(toServer(server.url))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
      sent: true,
    } satisfies Partial<TransportError>);
    expect(sent).toBeLessThan(50_000_000);
  });

  it('does not follow a redirect', async () => {
    const other = await scriptedServer(answer());
    const server = await scriptedServer((response) => {
      response.writeHead(307, { location: `${other.url}/v1/posts?token=secret` }).end();
    });
    const { client } = testClient(server.url, { transport: fetchTransport() });
    const error = await errorOf(client.posts.create({ text: 'Hi' }));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toContain(`${other.url}/v1/posts.`);
    expect(error.message).not.toContain('secret');
    expect(other.received).toEqual([]);
  });

  it('reports a redirect whose target a browser hides', async () => {
    // What `fetch` returns in a browser for `redirect: 'manual'`. Its constructor cannot make one.
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const { client } = testClient('http://127.0.0.1:1', { transport: fetchTransport(() => hidden) });
    const error = await errorOf(client.me.get());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.summary).toBe('http://127.0.0.1:1 answered with a redirect.');
  });

  it('stops reading a source when the call is aborted', async () => {
    const stop = new AbortController();
    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (; read < 1_000; read += 1) {
        if (read === 10) stop.abort();
        yield new Uint8Array(10);
      }
    }
    const { client } = testClient('http://127.0.0.1:1', { transport: fetchTransport() });
    await errorOf(client.media.upload(endless(), { signal: stop.signal }));
    await vi.waitFor(() => expect(read).toBe(10));
  });
});

describe('an upload over fetch', () => {
  const film = filmOf(fixture('film.mp4'), 20_000_000);

  it('sends a large file in parts of 8 MB, and resumes', async () => {
    const harness = await MediaHarness.open();
    const proxy = await BreakingProxy.to(harness.url);
    try {
      const sizes: number[] = [];
      const transport = fetchTransport(async (request) => {
        const size = (await request.clone().arrayBuffer()).byteLength;
        if (request.url.includes('offset=')) sizes.push(size);
        return fetch(request);
      });
      const { client } = testClient(proxy.url, { apiKey: harness.key, transport });
      await client.me.get();
      proxy.breaks = [5_000_000];
      const media = await client.media.upload(film);
      expect(media.bytes).toBe(film.length);
      expect(proxy.breaks).toEqual([]);
      expect(sizes.length).toBeGreaterThanOrEqual(3);
      expect(Math.max(...sizes)).toBe(8 * 1024 * 1024);
    } finally {
      await proxy.close();
      await harness.close();
    }
  });

  it('leaves the length to fetch, which sends it once', async () => {
    const harness = await MediaHarness.open();
    const given: (string | null)[] = [];
    try {
      const transport = fetchTransport((request) => {
        if (request.method === 'POST') given.push(request.headers.get('content-length'));
        return fetch(request);
      });
      const client = new PostriderClient({ apiKey: harness.key, baseUrl: harness.url, transport });
      const short = filmOf(fixture('film.mp4'), 1_000_000);
      expect((await client.media.upload(short)).bytes).toBe(short.length);
      expect(given).toEqual([null]);
    } finally {
      await harness.close();
    }
  });

  it('sends a stream of unknown length', async () => {
    const harness = await MediaHarness.open();
    try {
      const client = new PostriderClient({ apiKey: harness.key, baseUrl: harness.url });
      const media = await client.media.upload(new Blob([film]).stream());
      expect(media.bytes).toBe(film.length);
    } finally {
      await harness.close();
    }
  });
});

describe('the key of a client on fetch', () => {
  it('is not in the printed or serialized client', () => {
    const client = new PostriderClient({ apiKey: TEST_KEY });
    expect(inspect(client, { showHidden: true, depth: 9 }) + JSON.stringify(client)).not.toContain(TEST_KEY);
  });

  it.each<[string, (request: Request) => object]>([
    ['headers', ({ headers }) => ({ request: { headers } })],
    ['a request', (request) => ({ [Symbol('request')]: request })],
  ])('is not in an error of fetch whose cause has %s', async (_name, fieldsOf) => {
    const transport = fetchTransport((request) => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), fieldsOf(request)) });
    });
    const { client } = testClient('http://127.0.0.1:1', { transport, maxRetries: 0 });
    const error = await errorOf(client.me.get());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(inspect(error, { depth: 12, showHidden: true }) + JSON.stringify(error)).not.toContain(TEST_KEY);
  });
});
