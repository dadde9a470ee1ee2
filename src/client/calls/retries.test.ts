import { describe, expect, it } from 'vitest';
import {
  answer,
  html,
  json,
  problem,
  type Reply,
  reset,
  scriptedServer,
} from '../../../test/support/http/scripted-server.js';
import { errorOf, testClient } from '../../../test/support/test-client.js';
import { ConflictError, RateLimitError, ServerError, ValidationError } from '../errors/api-errors.js';
import { ConfigurationError, UnexpectedAnswerError } from '../errors/errors.js';

const brokenJson: Reply = (response) => response.setHeader('content-type', 'application/json').end('{');
const created = answer({ id: 'post_1' }, 201);

describe('a call with a temporary failure', () => {
  it.each([
    ['429', problem('rate_limited')],
    ['500', problem('internal_error')],
    ['503', problem('unavailable')],
    ['502 from a gateway', html(502, 'Bad Gateway')],
    ['408 from a gateway', html(408, 'Request Time-out')],
    ['504 from a gateway', html(504, 'Gateway Time-out')],
    ['a twin still running', problem('request_in_progress')],
    ['a lost connection', reset],
  ])('is sent again with the same key after %s', async (_what, failure) => {
    const server = await scriptedServer(failure, failure, created);
    const { client, slept } = testClient(server.url);
    const { meta } = await client.posts.create({ text: 'Hi' }).withMeta();

    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([meta.idempotencyKey, meta.idempotencyKey, meta.idempotencyKey]);
    expect(meta.idempotencyKey).toMatch(/^auto-[0-9a-f]{32}$/);
    expect(meta.attempts).toBe(3);
    expect(slept).toEqual([250, 500]);
  });

  it('is given up after two retries', async () => {
    const server = await scriptedServer(problem('unavailable'));
    const error = await errorOf(testClient(server.url).client.me.get());
    expect(error).toBeInstanceOf(ServerError);
    expect(error.attempts).toBe(3);
    expect(server.received).toHaveLength(3);
  });

  it('is not sent again if the database is damaged, which does not pass', async () => {
    const server = await scriptedServer(problem('database_damaged'));
    await errorOf(testClient(server.url).client.me.get());
    expect(server.received).toHaveLength(1);
  });

  it('is not sent again when the client says so', async () => {
    const server = await scriptedServer(problem('unavailable'));
    await errorOf(testClient(server.url, { maxRetries: 0 }).client.me.get());
    expect(server.received).toHaveLength(1);
  });

  it('is not sent again where a repeat might act twice', async () => {
    const server = await scriptedServer(problem('unavailable'));
    await errorOf(testClient(server.url).client.posts.validate({ text: 'Hi' }));
    expect(server.received).toHaveLength(1);
  });

  it('uses a new key for each call, and the caller’s where there is one', async () => {
    const server = await scriptedServer(created);
    const { client } = testClient(server.url);
    await client.posts.create({});
    await client.posts.create({});
    await client.posts.create({}, { idempotencyKey: 'mine' });
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  it.each(['', 'x'.repeat(256), 'ключ', ' x'])('refuses %j as a key', async (idempotencyKey) => {
    const error = await errorOf(testClient('http://127.0.0.1:1').client.posts.create({}, { idempotencyKey }));
    expect(error).toBeInstanceOf(ConfigurationError);
  });
});

describe('Retry-After', () => {
  it('is obeyed in seconds', async () => {
    const server = await scriptedServer(problem('rate_limited', {}, { 'retry-after': '7' }), created);
    const { client, slept } = testClient(server.url);
    await client.posts.create({});
    expect(slept).toEqual([7000]);
  });

  it('is obeyed as a date, by the clock of the service', async () => {
    const headers = { date: 'Tue, 01 Dec 2026 08:00:00 GMT', 'retry-after': 'Tue, 01 Dec 2026 08:00:12 GMT' };
    const server = await scriptedServer(problem('unavailable', {}, headers), created);
    const { client, slept } = testClient(server.url);
    await client.posts.create({});
    expect(slept).toEqual([12_000]);
  });

  it('is taken from the body where the header is missing', async () => {
    const server = await scriptedServer(problem('request_in_progress', { retryAfterSeconds: 1 }), created);
    const { client, slept } = testClient(server.url);
    await client.posts.create({});
    expect(slept).toEqual([1000]);
  });

  it('beyond the call’s time is reported at once', async () => {
    const server = await scriptedServer(problem('rate_limited', {}, { 'retry-after': '60' }));
    const { client, slept } = testClient(server.url);
    const error = await errorOf(client.posts.create({}));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterSeconds: 60, attempts: 1 });
    expect(slept).toEqual([]);
  });
});

describe('a call that is refused', () => {
  it('ends at once with everything that the service said', async () => {
    const errors = [{ code: 'text_too_long', severity: 'error' as const, message: 'Too long.', limit: 300 }];
    const server = await scriptedServer(problem('rules_violated', { errors, detail: 'One rule is broken.' }));
    const error = await errorOf(testClient(server.url).client.posts.create({}, { idempotencyKey: 'mine' }));

    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({
      name: 'ValidationError',
      message: 'One rule is broken. (rules_violated, HTTP 422, req_1)',
      status: 422,
      code: 'rules_violated',
      errors,
      requestId: 'req_1',
      operation: 'posts.create',
      idempotencyKey: 'mine',
      attempts: 1,
    });
    expect(server.received).toHaveLength(1);
  });

  it('keeps the fields of single codes', async () => {
    const server = await scriptedServer(problem('duplicate_post', { existingPostId: 'post_9' }));
    const error = await errorOf(testClient(server.url).client.posts.create({}));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ problem: { existingPostId: 'post_9' } });
  });

  it('with a code that only a newer service knows is still of its family', async () => {
    const body = { status: 409, code: 'brand_new', title: 'New', detail: 'Something new.' };
    const server = await scriptedServer(json(body, 409, { 'x-request-id': 'req_2' }));
    const error = await errorOf(testClient(server.url).client.me.get());
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ detail: 'Something new. (brand_new)', requestId: 'req_2' });
  });
});

describe('a response from another server', () => {
  it.each([
    [
      'a web page',
      html(200, 'Welcome'),
      /is not from a Postrider backend \(HTTP 200, text\/html, "Welcome"\)/,
    ],
    ['another service', json({ error: 'no' }, 404), /is not from a Postrider backend/],
    ['a list that is none', json({ items: [] }), /is not from a Postrider backend/],
    ['broken JSON', brokenJson, /is not from a Postrider backend/],
  ] as const)('is recognised: %s', async (_what, reply, message) => {
    const server = await scriptedServer(reply);
    const error = await errorOf(testClient(server.url).client.posts.list());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toMatch(message);
    expect(error.message).toContain('POSTRIDER_BASE_URL');
  });

  it('that a test has replaced by a failure is called so, and not a proxy’s', async () => {
    const failure = { body: 'A simulated failure.', status: 503 };
    const server = await scriptedServer((response) => {
      response.writeHead(failure.status, { 'postrider-simulated-failure': 'true' }).end(failure.body);
    });
    const error = await errorOf(testClient(server.url, { maxRetries: 0 }).client.me.get());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toContain('answered with a simulated failure (HTTP 503)');
    expect(error.message).not.toMatch(/proxy/i);
  });

  it('that is too large is not read to its end', async () => {
    const server = await scriptedServer((response) => {
      response.setHeader('content-type', 'application/json');
      response.end(Buffer.alloc(17 * 1024 * 1024, ' '));
    });
    const error = await errorOf(testClient(server.url).client.me.get());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toContain('larger than');
  });
});
