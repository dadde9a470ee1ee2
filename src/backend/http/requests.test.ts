import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../log.js';
import { silentLog } from '../log.js';
import type { Call } from './call.js';
import { RequestRefused } from './refusal.js';
import { type ServedEngine, serveEngine, standInPost } from './testing/serve-engine.js';

let engine: ServedEngine;
let key: string;
let lastList: Call<'posts.list'> | null = null;
const errors: unknown[] = [];
const log: Log = { ...silentLog, error: (fields: unknown) => void errors.push(fields) };

beforeAll(async () => {
  engine = await serveEngine({
    log,
    validateResponses: true,
    handlers: {
      'posts.create': async () => standInPost(),
      'posts.validate': async () => {
        throw new Error('secret detail of the inside');
      },
      'posts.list': async (call) => {
        lastList = call;
        return { data: [], nextCursor: null };
      },
      'posts.get': async () => {
        throw new RequestRefused('post_not_found', 'There is no such post.');
      },
      'me.get': async () => ({ surprise: true }) as never,
    },
  });
  ({ text: key } = await engine.key('full'));
});
afterAll(() => engine.close());

describe('every answer', () => {
  it('carries a request id: the caller’s where it is usable, else a new one', async () => {
    const given = await engine.send('GET', '/healthz', { headers: { 'x-request-id': 'trace-42' } });
    expect(given.headers.get('x-request-id')).toBe('trace-42');
    const unusable = await engine.send('GET', '/healthz', { headers: { 'x-request-id': 'a b"c' } });
    expect(unusable.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
  });

  it('forbids a browser to run, frame, guess or keep it', async () => {
    const { headers } = await engine.send('GET', '/healthz');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('rate limits', () => {
  it('are told on every authenticated answer, refusals among them', async () => {
    const good = await engine.send('GET', '/v1/accounts', { key });
    expect(good.headers.get('ratelimit-policy')).toMatch(/^"default";q=\d+;w=60$/);
    expect(good.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    const refused = await engine.send('GET', '/v1/accounts?limit=0', { key });
    expect([refused.status, refused.headers.has('ratelimit')]).toEqual([422, true]);
    expect((await engine.send('GET', '/v1/accounts')).headers.has('ratelimit')).toBe(false);
  });

  it('refuse with 429 and say when to come back; other keys go on', async () => {
    let milliseconds = 0;
    const clock = { now: () => Date.now(), monotonic: () => milliseconds };
    const narrow = await serveEngine({ requestsPerMinute: 2, clock });
    const { text: busy } = await narrow.key('read');
    const { text: other } = await narrow.key('read');
    const send = (who: string) => narrow.send('GET', '/v1/accounts', { key: who });
    expect([(await send(busy)).status, (await send(busy)).status]).toEqual([200, 200]);
    const refused = await send(busy);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=60');
    expect(refused.body).toMatchObject({ code: 'rate_limited', retryable: true, retryAfterSeconds: 30 });
    expect((await send(other)).status).toBe(200);
    milliseconds += 30_000;
    expect((await send(busy)).status).toBe(200);
    await narrow.close();
  });
});

describe('a path or method that is not there', () => {
  it('is answered with paths near it', async () => {
    const near = await engine.send('GET', '/v1/post', { key });
    expect([near.status, near.body['code']]).toEqual([404, 'not_found']);
    expect(near.body['detail']).toContain('POST /v1/posts');
    expect((await engine.send('GET', '/accounts')).body['detail']).toContain('GET /v1/accounts');
    expect((await engine.send('GET', '/v1/acounts/acc_01k9x3m5t7v9b2c4d6f8g0h1jk')).body['detail']).toContain(
      'GET /v1/accounts/{id}',
    );
    expect((await engine.send('GET', '/far/away')).body['detail']).toContain('/openapi.json');
  });

  it('is answered with the methods that the path takes', async () => {
    const { status, headers, body } = await engine.send('DELETE', '/v1/posts', { key });
    expect([status, body['code']]).toEqual([405, 'method_not_allowed']);
    expect(headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS');
  });

  it('answers HEAD like GET without a body, and OPTIONS with the methods', async () => {
    const head = await engine.send('HEAD', '/healthz');
    expect([head.status, head.body]).toEqual([200, { text: '' }]);
    const options = await engine.send('OPTIONS', '/v1/posts/post_1');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

describe('a body', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    engine.send('POST', '/v1/posts', { key, body, headers });

  it('that is no JSON is refused with the place of the fault', async () => {
    const { status, body } = await post('{\n  "text": "Hello",\n  platform: "x"\n}');
    expect([status, body['code']]).toEqual([400, 'malformed_request']);
    expect(body['detail']).toBe(
      'The body is not valid JSON: line 3, column 3: a name in double quotes is expected.',
    );
  });

  it('that is empty, or not UTF-8, is refused', async () => {
    expect((await post('')).body['detail']).toContain('empty');
    const response = await fetch(`${engine.url}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new Uint8Array([0x22, 0xff, 0x22]),
    });
    expect(await response.json()).toMatchObject({ status: 400, detail: 'The body is not valid UTF-8.' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    'of type %s is refused',
    async (type) => {
      const { status, headers, body } = await post('{}', { 'content-type': type });
      expect([status, body['code']]).toEqual([415, 'content_type_unsupported']);
      expect(headers.get('accept')).toBe('application/json');
    },
  );

  it.each(['application/json; charset=utf-8', 'application/merge-patch+json'])(
    'of type %s is taken',
    async (type) => {
      expect((await post({ text: 'Hello' }, { 'content-type': type })).status).toBe(201);
    },
  );

  it('over the limit is refused, announced or streamed', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(1_100_000) });
    expect(await post(large)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    const streamed = await fetch(`${engine.url}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    });
    expect(streamed.status).toBe(413);
  });

  it('that is streamed is read', async () => {
    const streamed = await fetch(`${engine.url}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new Blob(['{"text":"Hello"}']).stream(),
      duplex: 'half',
    });
    expect(streamed.status).toBe(201);
  });
});

describe('validation', () => {
  it('names all faults of a body at once, each with its place and what to do', async () => {
    const { status, body } = await engine.send('POST', '/v1/posts', {
      key,
      body: {
        txt: 'Hello',
        text: 5,
        platform: 'twitter',
        platforms: ['bluesky', 'mastodn'],
        schedule_mode: 'now',
        overrides: [{ link: 'nowhere', titel: 'A' }],
      },
    });
    expect([status, body['code']]).toEqual([422, 'validation_failed']);
    expect(body['errors']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          pointer: '/text',
          code: 'type_invalid',
          message: '`text` must be a string, not a number.',
        }),
        expect.objectContaining({
          pointer: '/platform',
          code: 'value_not_allowed',
          actual: 'twitter',
          allowed: expect.arrayContaining(['x', 'bluesky']),
          message: expect.stringContaining('Did you mean `x`?'),
        }),
        expect.objectContaining({ pointer: '/platforms/1', message: expect.stringContaining('`mastodon`?') }),
        expect.objectContaining({ pointer: '/overrides/0/target', code: 'field_required' }),
        expect.objectContaining({ pointer: '/overrides/0/link', code: 'format_invalid' }),
        expect.objectContaining({
          pointer: '/overrides/0/titel',
          code: 'field_unknown',
          fix: 'Rename it to `title`, or leave it out.',
        }),
        expect.objectContaining({
          pointer: '/txt',
          message: '`txt` is not known here. Did you mean `text`?',
        }),
        expect.objectContaining({
          pointer: '/schedule_mode',
          message: expect.stringContaining('`scheduleMode`?'),
        }),
      ]),
    );
    expect(body['errors']).toHaveLength(8);
    expect(body['detail']).toContain('And 7 more');
  });

  it('says how long a text may be, and how long it is', async () => {
    const { body } = await engine.send('POST', '/v1/posts', { key, body: { text: 'x'.repeat(100_001) } });
    expect(body['errors']).toEqual([
      expect.objectContaining({ pointer: '/text', limit: 100_000, actual: 100_001, unit: 'characters' }),
    ]);
  });

  it('refuses a body that is no object', async () => {
    const { body } = await engine.send('POST', '/v1/posts', { key, body: [1] });
    expect(body['errors']).toMatchObject([
      { pointer: '', message: 'The body must be an object, not an array.' },
    ]);
  });

  it('names all faults of the address at once', async () => {
    const { status, body } = await engine.send(
      'GET',
      '/v1/posts?limit=many&status=scheduld&stat=1&text=a&text=b',
      { key },
    );
    expect(status).toBe(422);
    expect(body['errors']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          field: 'limit',
          message: expect.stringContaining('Query parameter `limit` must be a'),
        }),
        expect.objectContaining({ field: 'status', message: expect.stringContaining('scheduld') }),
        expect.objectContaining({ field: 'text', code: 'field_repeated' }),
        expect.objectContaining({ field: 'stat', message: expect.stringContaining('`status`?') }),
      ]),
    );
    expect(body['errors']).toHaveLength(4);
    const path = await engine.send('GET', '/v1/accounts/bluesky', { key });
    expect(path.body['errors']).toMatchObject([
      { field: 'id', message: 'Path parameter `id` must be an id that begins with acc_.' },
    ]);
  });

  it('hands the handler what the schemas made of the request', async () => {
    await engine.send('GET', '/v1/posts?limit=5&status=draft,scheduled', { key });
    expect(lastList?.query).toEqual({ limit: 5, status: ['draft', 'scheduled'] });
    expect(lastList?.caller.key.scopes.has('posts:read')).toBe(true);
  });
});

describe('what a handler does', () => {
  it('refuses: the caller sees the code and the sentence', async () => {
    expect(await engine.send('GET', '/v1/posts/post_1', { key })).toMatchObject({
      status: 404,
      body: { code: 'post_not_found', detail: 'There is no such post.' },
    });
  });

  it('throws: the caller sees a request id and nothing of the inside, which is logged', async () => {
    errors.length = 0;
    const { status, headers, body } = await engine.send('POST', '/v1/posts/validate', { key, body: {} });
    expect([status, body['code']]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(body)).not.toContain('secret detail');
    expect(body['detail']).toContain(headers.get('x-request-id'));
    expect(errors).toMatchObject([
      { requestId: headers.get('x-request-id'), err: { message: 'secret detail of the inside' } },
    ]);
  });

  it('answers off contract: refused while developing, and logged', async () => {
    errors.length = 0;
    expect((await engine.send('GET', '/v1/me', { key })).status).toBe(500);
    expect(errors).toMatchObject([{ err: { name: 'AnswerOffContract' } }]);
  });
});
