import { describe, expect, expectTypeOf, it } from 'vitest';
import { answer, html, page, problem, scriptedServer } from '../../test/support/http/scripted-server.js';
import { errorOf, TEST_KEY, testClient } from '../../test/support/test-client.js';
import { OPERATION_IDS } from '../contract/operations.js';
import type { Post } from '../contract/posts/posts.js';
import type { ResponseMeta } from './calls/response-meta.js';
import type { PostriderClient } from './client.js';
import { ConfigurationError } from './errors/errors.js';

describe('methods', () => {
  it('exist for every operation of the table', () => {
    const { client } = testClient('http://127.0.0.1:1');
    for (const id of OPERATION_IDS) {
      // Bytes are sent by media.upload, which knows how to go on after a broken connection.
      const method = id === 'media.uploadBytes' ? 'media.upload' : id;
      expect(client, id).toHaveProperty(method, expect.any(Function));
    }
  });

  it('take path parameters, body, query and options in this order', async () => {
    const server = await scriptedServer(answer({ id: 'x' }));
    const { client } = testClient(server.url);
    await client.me.get();
    await client.posts.get('post_1');
    await client.posts.get('a/b?c', { wait: 20 }, { headers: { 'X-Request-Id': 'req_mine' } });
    await client.posts.create({ platform: 'bluesky', text: 'Hi' });
    await client.posts.validate({ text: 'Hi' });

    expect(server.received.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/v1/me', ''],
      ['GET', '/v1/posts/post_1', ''],
      ['GET', '/v1/posts/a%2Fb%3Fc?wait=20', ''],
      ['POST', '/v1/posts', '{"platform":"bluesky","text":"Hi"}'],
      ['POST', '/v1/posts/validate', '{"text":"Hi"}'],
    ]);
    expect(server.received[2]?.headers['x-request-id']).toBe('req_mine');
  });

  it('join list values of a query and leave out what is absent', async () => {
    const server = await scriptedServer(page([], null));
    const { client } = testClient(server.url);
    await client.posts.list({ status: ['draft', 'scheduled'], text: 'a b&c', limit: 5, order: undefined });
    await client.posts.list({ status: 'draft,scheduled', platform: [] });
    await client.posts.list();

    const queries = server.received.map(({ path }) => [...new URL(path, server.url).searchParams]);
    expect(queries).toEqual([
      [
        ['status', 'draft,scheduled'],
        ['text', 'a b&c'],
        ['limit', '5'],
      ],
      [['status', 'draft,scheduled']],
      [],
    ]);
  });

  it('have the types of the contract', () => {
    expectTypeOf<PostriderClient['posts']['get']>().returns.resolves.toEqualTypeOf<Post>();
    expectTypeOf<PostriderClient['posts']['get']>().parameter(0).toEqualTypeOf<string>();
    expectTypeOf<PostriderClient['posts']['create']>().parameter(0).toHaveProperty('scheduleMode');
    expectTypeOf<PostriderClient['me']['get']>().parameter(0).not.toHaveProperty('idempotencyKey');
    type Query = NonNullable<Parameters<PostriderClient['posts']['list']>[0]>;
    expectTypeOf<Query['limit']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<'published'>().toExtend<Exclude<Query['status'], string | undefined>[number]>();
    expectTypeOf<readonly ['no status']>().not.toExtend<Query['status']>();
  });

  it.each(['', '.', '..'])('refuse %j as an id, which would name another path', async (id) => {
    const server = await scriptedServer(answer({}));
    const error = await errorOf(testClient(server.url).client.posts.get(id));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain('posts.get needs id');
    expect(server.received).toHaveLength(0);
  });
});

describe('requests', () => {
  it('carry the key, the user agent and the path of the base URL', async () => {
    const server = await scriptedServer(answer({ id: 'x' }));
    const { client } = testClient(`${server.url}/postrider/`, { userAgent: 'my-app/1.2' });
    await client.me.get();

    const [request] = server.received;
    expect(request?.path).toBe('/postrider/v1/me');
    expect(request?.headers.authorization).toBe(`Bearer ${TEST_KEY}`);
    expect(request?.headers['user-agent']).toMatch(/^my-app\/1\.2 postrider\/\d+\.\d+\.\d+ node\/\d+\./);
  });

  it('need no key for public operations, and never carry it there', async () => {
    const server = await scriptedServer(answer({ status: 'ok' }));
    await testClient(server.url).client.health.get();
    await testClient(server.url, { apiKey: '' }).client.health.get();
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it.each([
    [{ Authorization: 'Bearer other' }, 'set by the client itself'],
    [{ 'idempotency-key': 'x' }, 'set by the client itself'],
    [{ 'x-note': 'a\r\nb: c' }, 'cannot be sent as it is'],
  ])('refuse the header %j', async (headers, message) => {
    const error = await errorOf(testClient('http://127.0.0.1:1').client.me.get({ headers }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain(message);
  });
});

describe('an idempotency key', () => {
  it.each([
    ['release-2.0', 'release-2.0'],
    ['two words', '"two words"'],
    ['"quoted"', '"\\"quoted\\""'],
    ['a\\ b', '"a\\\\ b"'],
  ])('%s is sent as %s, so that the backend reads the same key', async (idempotencyKey, header) => {
    const server = await scriptedServer(answer({ id: 'post_1' }, 201));
    await testClient(server.url).client.posts.create({ text: 'Hi' }, { idempotencyKey });
    expect(server.received[0]?.headers['idempotency-key']).toBe(header);
  });
});

describe('withMeta', () => {
  it('returns the metadata of the response', async () => {
    const server = await scriptedServer(
      answer({ id: 'post_1' }, 201, {
        'x-request-id': 'req_7',
        'idempotency-replayed': 'true',
        ratelimit: '"default";r=59;t=12',
        'ratelimit-policy': '"default";q=60;w=60',
        'postrider-time': '2026-12-01T08:00:00.000Z',
        'postrider-time-zone': 'Europe/Berlin',
      }),
    );
    const call = testClient(server.url).client.posts.create({ text: 'Hi' }, { idempotencyKey: 'mine' });
    const { data, meta } = await call.withMeta();

    expect(data).toMatchObject({ id: 'post_1' });
    expect(await call).toBe(data);
    expect(meta).toEqual({
      status: 201,
      requestId: 'req_7',
      idempotencyKey: 'mine',
      replayed: true,
      rateLimit: { limit: 60, remaining: 59, resetSeconds: 12 },
      workspaceTime: { utc: '2026-12-01T08:00:00.000Z', timezone: 'Europe/Berlin' },
      attempts: 1,
    });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    [{}],
    [{ 'postrider-time': '2026-12-01T08:00:00.000Z' }],
    [{ 'postrider-time': 'soon', 'postrider-time-zone': 'UTC' }],
  ])('gives no time of the workspace where the answer says %j', async (headers) => {
    const server = await scriptedServer(answer({ id: 'x' }, 200, headers));
    const { meta } = await testClient(server.url).client.me.get().withMeta();
    expect(meta.workspaceTime).toBeNull();
  });
});

describe('onAnswer', () => {
  it('is called for every response, including errors, and for nothing else', async () => {
    const time = { 'postrider-time': '2026-12-01T08:00:00.000Z', 'postrider-time-zone': 'UTC' };
    const server = await scriptedServer(
      problem('unavailable', {}, time),
      html(502, 'Bad Gateway'),
      answer({ id: 'x' }),
    );
    const told: ResponseMeta[] = [];
    await testClient(server.url).client.me.get({ onAnswer: (meta) => told.push(meta) });
    const workspaceTime = { utc: '2026-12-01T08:00:00.000Z', timezone: 'UTC' };
    expect(told).toMatchObject([
      { status: 503, attempts: 1, workspaceTime },
      { status: 200, attempts: 3, workspaceTime: null },
    ]);
  });

  it('is called before the call ends', async () => {
    const server = await scriptedServer(problem('not_found'));
    const told: number[] = [];
    const call = testClient(server.url).client.me.get({ onAnswer: ({ status }) => told.push(status) });
    await errorOf(call.then(() => undefined));
    expect(told).toEqual([404]);
  });
});
