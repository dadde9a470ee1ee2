import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedEngine, serveEngine } from '../../../test/support/serve-engine.js';
import type { Log } from '../base/log.js';
import { silentLog } from '../base/log.js';
import { RequestRefused } from '../operations/refusal.js';

let engine: ServedEngine;
let key: string;
const errors: unknown[] = [];
const lines: unknown[] = [];
const log: Log = {
  ...silentLog,
  info: (fields: unknown) => void lines.push(fields),
  error: (fields: unknown) => void errors.push(fields),
};

beforeAll(async () => {
  engine = await serveEngine({
    log,
    validateResponses: true,
    handlers: {
      'posts.validate': async () => {
        throw new Error('secret detail of the inside');
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

describe('every response', () => {
  it('carries the client’s request id if it is usable, else a new one', async () => {
    const given = await engine.send('GET', '/healthz', { headers: { 'x-request-id': 'trace-42' } });
    expect(given.headers.get('x-request-id')).toBe('trace-42');
    const unusable = await engine.send('GET', '/healthz', { headers: { 'x-request-id': 'a b"c' } });
    expect(unusable.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
  });

  it('forbids browsers to execute, frame, sniff or cache it', async () => {
    const { headers } = await engine.send('GET', '/healthz');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the log', () => {
  it('has one line per request, with the route template and no request data', async () => {
    lines.length = 0;
    await engine.send('GET', '/v1/posts/post_42?wait=0', { key, headers: { 'x-request-id': 'trace-43' } });
    await engine.send('GET', '/nowhere');
    expect(lines).toEqual([
      {
        method: 'GET',
        route: '/v1/posts/{id}',
        status: 404,
        ms: expect.any(Number),
        requestId: 'trace-43',
        keyPrefix: key.slice(0, 18),
      },
      expect.objectContaining({ route: 'none: /nowhere', status: 404, keyPrefix: null }),
    ]);
  });
});

describe('rate limits', () => {
  it('appear on every authenticated response, including errors', async () => {
    const good = await engine.send('GET', '/v1/accounts', { key });
    expect(good.headers.get('ratelimit-policy')).toMatch(/^"default";q=\d+;w=60$/);
    expect(good.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    const refused = await engine.send('GET', '/v1/accounts?limit=0', { key });
    expect([refused.status, refused.headers.has('ratelimit')]).toEqual([422, true]);
    expect((await engine.send('GET', '/v1/accounts')).headers.has('ratelimit')).toBe(false);
  });

  it('return 429 with Retry-After, and leave other keys unaffected', async () => {
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

describe('an unknown path or method', () => {
  it('gets suggestions of similar paths', async () => {
    const near = await engine.send('GET', '/v1/post', { key });
    expect([near.status, near.body['code']]).toEqual([404, 'not_found']);
    expect(near.body['detail']).toContain('POST /v1/posts');
    expect((await engine.send('GET', '/accounts')).body['detail']).toContain('GET /v1/accounts');
    expect((await engine.send('GET', '/v1/acounts/acc_01k9x3m5t7v9b2c4d6f8g0h1jk')).body['detail']).toContain(
      'GET /v1/accounts/{id}',
    );
    expect((await engine.send('GET', '/far/away')).body['detail']).toContain('/openapi.json');
  });

  it('gets the methods that the path supports', async () => {
    const { status, headers, body } = await engine.send('DELETE', '/v1/posts', { key });
    expect([status, body['code']]).toEqual([405, 'method_not_allowed']);
    expect(headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS');
  });

  it('supports HEAD and OPTIONS', async () => {
    const head = await engine.send('HEAD', '/healthz');
    expect([head.status, head.body]).toEqual([200, { text: '' }]);
    const options = await engine.send('OPTIONS', '/v1/posts/post_1');
    expect([options.status, options.headers.get('allow')]).toEqual([
      204,
      'GET, PATCH, DELETE, HEAD, OPTIONS',
    ]);
  });
});

describe('a handler', () => {
  it('that refuses: the client sees the code and the message', async () => {
    expect(await engine.send('GET', '/v1/posts/post_1', { key })).toMatchObject({
      status: 404,
      body: { code: 'post_not_found', detail: 'There is no such post.' },
    });
  });

  it('that throws: the client sees only a request id, and the error is logged', async () => {
    errors.length = 0;
    const { status, headers, body } = await engine.send('POST', '/v1/posts/validate', { key, body: {} });
    expect([status, body['code']]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(body)).not.toContain('secret detail');
    expect(body['detail']).toContain(headers.get('x-request-id'));
    expect(errors).toMatchObject([
      { requestId: headers.get('x-request-id'), err: { message: 'secret detail of the inside' } },
    ]);
  });

  it('whose answer does not match the contract: fails in development and is logged', async () => {
    errors.length = 0;
    expect((await engine.send('GET', '/v1/me', { key })).status).toBe(500);
    expect(errors).toMatchObject([{ err: { name: 'AnswerOffContract' } }]);
  });
});
