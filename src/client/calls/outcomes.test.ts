import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  answer,
  html,
  json,
  problem,
  reset,
  resetInBody,
  scriptedServer,
  silence,
} from '../../../test/support/http/scripted-server.js';
import { errorOf, testClient } from '../../../test/support/test-client.js';
import { until } from '../../../test/support/until.js';
import { ServerError, ValidationError } from '../errors/api-errors.js';
import { AbortedError, ConnectionError, OutcomeUnknownError, TimeoutError } from '../errors/errors.js';

afterEach(() => void vi.useRealTimers());

const UNKNOWN =
  'Outcome unknown. Repeat this call with idempotencyKey "mine" within 24 h: it cannot act twice.';

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

describe('a write', () => {
  it('that could not be sent is reported as such', async () => {
    const { client, slept } = testClient(`http://127.0.0.1:${await closedPort()}`);
    const error = await errorOf(client.posts.create({ text: 'Hi' }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ sent: false, code: 'ECONNREFUSED', attempts: 3 });
    expect(error.message).toContain('Nothing was sent.');
    expect(error.message).toContain('postrider serve');
    expect(slept).toHaveLength(2);
  });

  it('over TLS to a port that speaks none could not be sent, and is not tried again', async () => {
    const server = await scriptedServer(answer({}));
    const error = await errorOf(testClient(server.url.replace('http:', 'https:')).client.posts.create({}));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ sent: false, attempts: 1 });
    expect(error.message).toContain('check http:// and https://');
  });

  it.each([
    ['cut before an answer', reset],
    ['cut within the answer', resetInBody],
    ['answered by a gateway that lost the backend', html(502, 'Bad Gateway')],
    ['answered with something unreadable', json([], 201)],
  ])('whose connection is %s has an unknown outcome', async (_what, reply) => {
    const server = await scriptedServer(reply);
    const error = await errorOf(testClient(server.url).client.posts.create({}, { idempotencyKey: 'mine' }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ operation: 'posts.create', idempotencyKey: 'mine', sent: true });
    expect(error.message).toContain(UNKNOWN);
  });

  it('without a response in time has an unknown outcome', async () => {
    const server = await scriptedServer(silence);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { client } = testClient(server.url);
    const call = errorOf(client.posts.create({}, { idempotencyKey: 'mine', timeoutMs: 60 }));
    await until(() => server.received.length === 1);
    vi.advanceTimersByTime(60);
    const error = await call;
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toContain(UNKNOWN);
    expect(error.cause).toBeInstanceOf(TimeoutError);
  });

  it.each([
    ['an attempt was lost', reset],
    ['the service failed', problem('internal_error', {}, { connection: 'close' })],
  ])('stays unknown when %s and the backend is gone afterwards', async (_what, reply) => {
    const server = await scriptedServer(reply);
    const { client } = testClient(server.url, { sleep: () => server.stop() });
    const error = await errorOf(client.posts.create({}, { idempotencyKey: 'mine' }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toContain('This attempt sent nothing, but an earlier one did.');
  });

  it.each([
    ['its twin still runs', problem('request_in_progress')],
    ['the service fails', problem('internal_error')],
    ['the key is refused meanwhile', problem('key_revoked')],
  ])('stays unknown when an attempt was lost and then %s', async (_what, reply) => {
    const server = await scriptedServer(reset, reply);
    const error = await errorOf(testClient(server.url).client.posts.create({}));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
  });

  it('is settled by the response to a later attempt', async () => {
    const refused = await scriptedServer(reset, problem('rules_violated'));
    expect(await errorOf(testClient(refused.url).client.posts.create({}))).toBeInstanceOf(ValidationError);
    const accepted = await scriptedServer(
      reset,
      answer({ id: 'post_1' }, 201, { 'idempotency-replayed': 'true' }),
    );
    const { meta } = await testClient(accepted.url).client.posts.create({}).withMeta();
    expect(meta).toMatchObject({ replayed: true, attempts: 2 });
  });

  it('that failed in the backend does not have an unknown outcome', async () => {
    const server = await scriptedServer(problem('internal_error'));
    expect(await errorOf(testClient(server.url).client.posts.create({}))).toBeInstanceOf(ServerError);
  });
});

describe('a read', () => {
  it('whose connection is lost is a plain connection error', async () => {
    const server = await scriptedServer(reset);
    const error = await errorOf(testClient(server.url).client.me.get());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ sent: true, idempotencyKey: null, attempts: 3 });
  });

  it('that gets no answer ends with the call’s time, retries included', async () => {
    const server = await scriptedServer(problem('unavailable'), silence);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const pass = async (ms: number): Promise<void> => {
      await vi.advanceTimersByTimeAsync(ms);
    };
    const { client } = testClient(server.url, { timeoutMs: 10_000, now: () => Date.now(), sleep: pass });
    const begun = Date.now();
    let ended = false;
    const ending = errorOf(client.me.get()).finally(() => {
      ended = true;
    });
    await until(() => server.received.length === 2);
    const waited = Date.now() - begun;
    expect(waited).toBe(250);
    await pass(10_000 - waited - 1);
    expect(ended).toBe(false);
    await pass(1);
    const error = await ending;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.attempts).toBe(2);
  });

  it('waits no longer than the call’s time limit', async () => {
    const server = await scriptedServer(answer({ id: 'post_1' }));
    const { client } = testClient(server.url);
    await client.posts.get('post_1', { wait: 40 });
    await client.posts.get('post_1', { wait: 40 }, { timeoutMs: 10_000 });
    expect(server.received.map(({ path }) => path)).toEqual([
      '/v1/posts/post_1?wait=40',
      '/v1/posts/post_1?wait=7',
    ]);
  });
});

describe('a signal', () => {
  it('that has fired already sends nothing', async () => {
    const server = await scriptedServer(answer({}));
    const signal = AbortSignal.abort(new Error('never mind'));
    const error = await errorOf(testClient(server.url).client.posts.create({}, { signal }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ sent: false, cause: { message: 'never mind' } });
    expect(server.received).toHaveLength(0);
  });

  it('ends a request under way, and says how to repeat it', async () => {
    const controller = new AbortController();
    const server = await scriptedServer(() => controller.abort());
    const options = { signal: controller.signal, idempotencyKey: 'mine' };
    const error = await errorOf(testClient(server.url).client.posts.create({}, options));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ sent: true, attempts: 1 });
    expect(error.message).toContain('Repeat this call with idempotencyKey "mine"');
  });

  it('ends the wait between attempts', async () => {
    const controller = new AbortController();
    const heeds = vi.spyOn(controller.signal, 'addEventListener');
    const server = await scriptedServer(problem('unavailable', {}, { 'retry-after': '40' }));
    const { client } = testClient(server.url, { sleep: undefined });
    const ending = errorOf(client.me.get({ signal: controller.signal }));
    // First the attempt listens to it, then the wait.
    await until(() => heeds.mock.calls.length === 2);
    controller.abort();
    expect(await ending).toBeInstanceOf(AbortedError);
    expect(server.received).toHaveLength(1);
  });
});
