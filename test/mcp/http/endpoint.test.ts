import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ManualClock } from '../../support/manual-clock.js';
import { openSession, type SessionOptions, SPEAKERS, YES } from '../../support/mcp-session.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { until } from '../../support/until.js';

let service: BackendUnderTest;
let folder: string;
/** A second backend process on the same data, like behind a load balancer. */
let twin: BackendUnderTest;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-mcp-'));
  const clock = new ManualClock();
  service = await BackendUnderTest.startOn(clock, folder);
  twin = await BackendUnderTest.startOn(clock, folder, { exclusive: false });
});
afterAll(async () => {
  await twin.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

let texts = 0;
function postNow(platform = 'mastodon') {
  texts += 1;
  return { platform, text: `Fresh roast ${texts} is ready.`, scheduleMode: 'now' };
}

const open = (key: string, options: SessionOptions = {}, backend = service) =>
  openSession({ ...options, at: { url: backend.backend.url, key } });

describe.each(SPEAKERS)('over /mcp, %s', (speaker) => {
  it('publishes after a confirmation that another backend process recognises', async () => {
    const session = await open(service.key, { speaker });
    expect((await session.list()).map(({ name }) => name)).toContain('postrider_publish_post');
    const accounts = await session.call('postrider_list_accounts');
    expect(accounts.structured['accounts']).toHaveLength(10);

    const post = postNow();
    const asked = await session.call('postrider_create_post', post);
    expect(asked.structured['status']).toBe('needs_confirmation');
    const { confirmToken } = asked.structured;
    const other = await open(service.key, { speaker }, twin);
    const done = await other.call('postrider_create_post', { ...post, confirmToken });
    expect(done).toMatchObject({ isError: false, structured: { status: 'queued' } });
    const again = await session.call('postrider_create_post', { ...post, confirmToken });
    expect(again.structured['id']).toBe(done.structured['id']);
  });

  it('sends the API no request that the tool does not show', async () => {
    const narrow = await BackendUnderTest.start({ requestsPerMinute: 100 });
    const left = async () => narrow.get('/v1/accounts').then(({ headers }) => headers.get('ratelimit'));
    const session = await open(narrow.key, { speaker }, narrow);
    await session.list();
    const before = Number(/r=(\d+)/.exec((await left()) ?? '')?.[1]);
    const { isError } = await session.call('postrider_list_accounts');
    expect(isError).toBe(false);
    // The call itself, the list that it returns, and the request for the remaining quota.
    expect(await left()).toContain(`r=${before - 3};`);
    await narrow.close();
  });

  it('rejects a confirmToken of another key', async () => {
    const post = postNow('x');
    const mine = await open(service.key, { speaker });
    const theirs = await open(await service.newKey('full'), { speaker });
    const { confirmToken } = (await mine.call('postrider_create_post', post)).structured;
    const used = await theirs.call('postrider_create_post', { ...post, confirmToken });
    expect(used.structured['error']).toBe('confirm_mismatch');
  });
});

describe('a host of the newer protocol version that shows forms', () => {
  it('asks the person, and keeps no state between the two requests', async () => {
    const said: string[] = [];
    const reply = (message: string) => {
      said.push(message);
      return YES;
    };
    const session = await open(service.key, { speaker: 'v2 2026-07-28', reply });
    const post = postNow('bluesky');
    const done = await session.call('postrider_create_post', post);
    expect(done.structured['status']).toBe('queued');
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(post.text);
  });
});

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** A request written as bytes, so that `Host` and `Origin` can be anything. */
function send({ method = 'POST', headers = {}, body = '' }: Sent) {
  const all = {
    authorization: `Bearer ${service.key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const sent = request(`${service.backend.url}/mcp`, { method, headers: given }, async (answer) => {
        let text = '';
        for await (const chunk of answer) text += chunk;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
      });
      sent.on('error', reject);
      sent.end(body);
    },
  );
}

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

describe('the endpoint', () => {
  it('answers a single request of the older protocol version without a session', async () => {
    const { status, headers, body } = await send({ body: LIST });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_/),
      ratelimit: expect.any(String),
    });
    expect(headers).not.toHaveProperty('mcp-session-id');
    expect(body).toContain('postrider_list_accounts');
  });

  it.each<[what: string, sent: Sent, status: number, headers: object, body: string]>([
    [
      'no key',
      { headers: { authorization: undefined } },
      401,
      { 'www-authenticate': expect.stringMatching(/^Bearer resource_metadata="[^"]+", scope="[^"]+"$/) },
      'key_missing',
    ],
    [
      'an invalid key',
      { headers: { authorization: 'Bearer postrider_api_nothing' } },
      401,
      {
        'www-authenticate': expect.stringMatching(
          /^Bearer error="invalid_token", resource_metadata="[^"]+", scope="[^"]+"$/,
        ),
      },
      'key_invalid',
    ],
    ['another origin', { headers: { origin: 'https://evil.example' } }, 403, {}, 'origin_refused'],
    ['another host', { headers: { host: 'evil.example' } }, 403, {}, 'host_refused'],
    ['GET', { method: 'GET', body: '' }, 405, { allow: 'POST' }, 'Method not allowed'],
    ['DELETE', { method: 'DELETE', body: '' }, 405, { allow: 'POST' }, 'Method not allowed'],
    ['OPTIONS', { method: 'OPTIONS', body: '' }, 204, { allow: 'POST' }, ''],
    ['a body that is not JSON', { body: '{' }, 400, {}, '-32700'],
    ['a body of another type', { headers: { 'content-type': 'text/plain' }, body: LIST }, 415, {}, 'json'],
    ['a body of 2 MB', { body: JSON.stringify({ a: 'a'.repeat(2_000_000) }) }, 413, {}, '1048576'],
    [
      'an unknown protocol revision',
      { headers: { 'mcp-protocol-version': '1999-01-01' }, body: LIST },
      400,
      {},
      'protocol version',
    ],
  ])('with %s', async (_what, sent, status, headers, words) => {
    const answer = await send({ body: LIST, ...sent });
    expect(answer).toMatchObject({ status, headers });
    expect(answer.body.toLowerCase()).toContain(words.toLowerCase());
  });

  it('names the scopes that a key without any usable tool needs, and where to get them', async () => {
    const key = await service.newKey(['webhooks:read']);
    const answer = await send({ headers: { authorization: `Bearer ${key}` }, body: LIST });
    expect(answer.status).toBe(403);
    const challenge = String(answer.headers['www-authenticate']);
    const metadata = `${service.backend.url}/.well-known/oauth-protected-resource/mcp`;
    const before = `Bearer error="insufficient_scope", resource_metadata="${metadata}", scope="`;
    expect(challenge.slice(0, before.length)).toBe(before);
    const scopes = challenge.slice(before.length, -1).split(' ');
    expect(scopes).toEqual(expect.arrayContaining(['accounts:read', 'posts:read', 'posts:write']));
    expect(scopes).not.toContain('posts:publish');
    expect(answer.body).toContain('postrider keys create');
  });

  it('ends a call with its request, and lets the backend close without waiting', async () => {
    const lines: string[] = [];
    const note = (line: object) => lines.push(JSON.stringify(line));
    const log = { debug: note, info: note, warn: note, error: note };
    const own = await BackendUnderTest.startOn(new ManualClock(), ':memory:', { log });
    onTestFinished(() => own.close());
    const { body: post } = await own.post<{ id: string }>('/v1/posts', {
      platform: 'x',
      text: 'Soon',
      scheduledAt: '2026-12-01T08:00:20Z',
    });
    for (const speaker of SPEAKERS) {
      lines.length = 0;
      const session = await openSession({ speaker, at: { url: own.backend.url, key: own.key } });
      const giveUp = new AbortController();
      const wait = session.call(
        'postrider_get_post',
        { id: post.id, waitSeconds: 40 },
        { signal: giveUp.signal, onprogress: () => giveUp.abort() },
      );
      await expect(wait).rejects.toThrow();
      await session.close();
      await expect
        .poll(() => lines.filter((line) => line.includes('/v1/posts/{id}')).length, { timeout: 15_000 })
        .toBe(2);
    }
    const waiting = await openSession({ at: { url: own.backend.url, key: own.key } });
    const holds = vi.spyOn(own.backend.services.changes, 'nextChange');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const call = waiting.call('postrider_get_post', { id: post.id, waitSeconds: 40 }).catch(() => undefined);
    await until(() => holds.mock.calls.length > 0);
    // From now on no timer fires.
    await own.close();
    await waiting.close();
    await call;
  });
});
