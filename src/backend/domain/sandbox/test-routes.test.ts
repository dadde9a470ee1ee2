import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import type { CreatedPost, Post } from '../../../contract/posts/posts.js';
import type { SentInbound } from '../../../contract/sandbox/inbound.js';
import type { OutboxPage, TestFault } from '../../../contract/sandbox/sandbox.js';
import { randomIds } from '../../base/ids.js';
import { createWorkspace } from '../access/workspaces.js';

let backend: BackendUnderTest;
let count = 0;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
  backend.key = await backend.newKey('sandbox');
});

afterAll(() => backend.close());

beforeEach(async () => {
  await backend.post('/v1/test/reset', undefined);
});

async function publish(body: object): Promise<Post> {
  count += 1;
  const created = await backend.post<CreatedPost>('/v1/posts', {
    text: `Post number ${count}`,
    scheduleMode: 'now',
    ...body,
  });
  expect(created.status).toBe(201);
  await backend.post('/v1/test/clock', { action: 'advance', seconds: 3600 });
  return (await backend.get<Post>(`/v1/posts/${created.body.id}`)).body;
}

const connect = async (platform: string, handle: string) =>
  (await backend.post<Account>('/v1/test/accounts', { platform, handle })).body;
const setFault = (body: object) => backend.post<TestFault>('/v1/test/faults', body);
const outbox = async (query = '') => (await backend.get<OutboxPage>(`/v1/test/outbox${query}`)).body;

describe('a test account', () => {
  it('can have any handle, and publishes', async () => {
    const account = await connect('mastodon', '@northwind');
    expect(account).toMatchObject({ handle: '@northwind', health: { status: 'healthy' }, simulated: true });
    expect((await publish({ accountIds: [account.id] })).status).toBe('published');
    expect((await outbox(`?accountId=${account.id}`)).data).toHaveLength(1);
  });

  it('stays without access when disconnected if a schedule uses it', async () => {
    const scheduled = await connect('x', 'scheduled');
    const created = await backend.post('/v1/schedules', {
      label: 'Mornings',
      accountIds: [scheduled.id],
      timezone: 'UTC',
      days: ['mon'],
      startTime: '09:00',
    });
    expect(created.status).toBe(201);
    const { status, body } = await backend.request('DELETE', `/v1/test/accounts/${scheduled.id}`);
    expect([status, body]).toEqual([200, { id: scheduled.id, removed: false }]);
  });

  it('is removed when disconnected, or stays without access if a post uses it', async () => {
    const unused = await connect('x', 'unused');
    expect((await backend.request('DELETE', `/v1/test/accounts/${unused.id}`)).body).toMatchObject({
      removed: true,
    });
    const used = await connect('x', 'used');
    await publish({ accountIds: [used.id] });
    expect((await backend.request('DELETE', `/v1/test/accounts/${used.id}`)).body).toMatchObject({
      removed: false,
    });
    const { body } = await backend.get<Account>(`/v1/accounts/${used.id}`);
    expect(body.health.status).toBe('reconnect_required');
  });

  it('with expired access is detected by the next post', async () => {
    const account = await connect('x', 'soon-expired');
    await backend.post(`/v1/test/accounts/${account.id}/expire`, undefined);
    const post = await publish({ accountIds: [account.id] });
    expect(post.targets[0]?.error?.code).toBe('account_reconnect_required');
    const { body } = await backend.get<AccountPage>('/v1/accounts?platform=x');
    expect(body.data.find(({ id }) => id === account.id)?.health.status).toBe('reconnect_required');
  });
});

describe('a fault at a network', () => {
  it('hits as many requests as configured, and publishing recovers', async () => {
    await setFault({
      on: 'network',
      platform: 'x',
      method: 'POST',
      does: { kind: 'reset', effect: 'after' },
      times: 1,
    });
    const post = await publish({ platform: 'x' });
    expect(post.status).toBe('published');
    expect(post.targets[0]?.attempts?.map(({ outcome }) => outcome)).toEqual(['unknown']);
    expect(post.targets[0]?.lookUps).toBe(1);
    expect((await outbox('?platform=x')).data).toHaveLength(1);
    const { body } = await backend.get<{ data: TestFault[] }>('/v1/test/faults');
    expect(body.data).toMatchObject([{ affected: 1 }]);
  });
});

describe('people at a simulated network', () => {
  it('write at most 1,000,000 characters in one request', async () => {
    const account = await connect('facebook', 'cafe');
    const message = { type: 'message', accountId: account.id, text: '\u007f'.repeat(19_000) };
    const { status, body } = await backend.post<Problem>('/v1/test/inbound', { ...message, count: 1000 });
    expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([422, 'validation_failed', '/count']);
    expect(body.detail).toContain('at most 52 with this text');
    expect((await backend.post('/v1/test/inbound', { ...message, count: 2 })).status).toBe(201);
  });
});

describe('many comments or messages in one request', () => {
  const COUNT = 400;

  /** The response, and the turns of the event loop while it was made. */
  async function sendCounting(body: object) {
    let turns = 0;
    let turning = true;
    const turn = (): void => {
      turns += 1;
      if (turning) setImmediate(turn);
    };
    turn();
    const answer = await backend.post<SentInbound>('/v1/test/inbound', body);
    turning = false;
    return { ...answer, turns };
  }

  it.each(['comments', 'messages'] as const)(
    'let other requests in: %s arrive in slices, in order, and once',
    async (table) => {
      const account = await connect('facebook', 'cafe');
      const post = await publish({ accountIds: [account.id] });
      const what =
        table === 'comments'
          ? { type: 'comment', postId: post.id }
          : { type: 'message', accountId: account.id };
      const body = { ...what, text: 'Hello', count: COUNT };
      const { status, body: sent, turns } = await sendCounting(body);
      expect(status).toBe(201);
      expect(turns).toBeGreaterThan(COUNT / 10);
      const { db } = backend.backend.services.store;
      const rows = await db
        .selectFrom(table)
        .select(['id', 'text'])
        .where('account_id', '=', account.id)
        .orderBy('seq')
        .execute();
      expect(rows.map(({ id }) => id)).toEqual(sent[table === 'comments' ? 'commentIds' : 'messageIds']);
      expect(rows.map(({ text }) => text)).toEqual(
        Array.from({ length: COUNT }, (_, place) => `Hello (${place + 1})`),
      );
    },
  );
});

it('a simulated message is written once under one idempotency key', async () => {
  const account = await connect('facebook', 'cafe');
  const send = (text: string) =>
    backend.post<SentInbound & Problem>(
      '/v1/test/inbound',
      { type: 'message', accountId: account.id, text },
      { headers: { 'idempotency-key': 'inbound-1' } },
    );
  const first = await send('Are you open?');
  const again = await send('Are you open?');
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const { db } = backend.backend.services.store;
  const rows = await db.selectFrom('messages').select('id').where('account_id', '=', account.id).execute();
  expect(rows.map(({ id }) => id)).toEqual(first.body.messageIds);
  expect((await send('Are you closed?')).status).toBe(422);
});

describe('a fault at this API', () => {
  const path = '/v1/accounts';

  it('can be a status', async () => {
    await setFault({ on: 'api', path, does: { kind: 'status', status: 503, effect: 'before' }, times: 1 });
    const first = await fetch(`${backend.backend.url}${path}`, { headers: auth() });
    expect(first.status).toBe(503);
    expect((await backend.get(path)).status).toBe(200);
  });

  it('can be a connection reset before or after the request is handled', async () => {
    for (const effect of ['before', 'after']) {
      await setFault({ on: 'api', path: '/v1/posts', does: { kind: 'reset', effect }, times: 1 });
      const body = { text: `Reset ${effect}`, scheduleMode: 'draft' };
      await expect(backend.post('/v1/posts', body)).rejects.toThrow('fetch failed');
      const { body: list } = await backend.get<{ data: unknown[] }>(`/v1/posts?text=Reset%20${effect}`);
      expect(list.data).toHaveLength(effect === 'after' ? 1 : 0);
    }
  });

  it('can be a truncated response', async () => {
    await setFault({ on: 'api', path, does: { kind: 'cut' }, times: 1 });
    const answer = await fetch(`${backend.backend.url}${path}`, { headers: auth() });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('does not hit other workspaces or test routes', async () => {
    const other = await createWorkspace(
      backend.backend.services.store,
      { name: 'Other', timezone: 'UTC', sandbox: true },
      { clock: backend.clock, ids: randomIds },
    );
    const key = await backend.newKey('sandbox', other);
    await setFault({ on: 'api', does: { kind: 'status', status: 500, effect: 'before' } });
    expect((await backend.get('/v1/accounts', { key })).status).toBe(200);
    expect((await backend.get('/v1/test/clock')).status).toBe(200);
    expect((await backend.get<{ data: [] }>('/v1/test/faults', { key })).body.data).toEqual([]);
    await backend.request('DELETE', '/v1/test/faults');
    expect((await backend.get('/v1/accounts')).status).toBe(200);
  });

  function auth() {
    return { authorization: `Bearer ${backend.key}` };
  }
});

it('nobody writes before 1970', async () => {
  const { body: accounts } = await backend.get<AccountPage>('/v1/accounts?platform=facebook');
  const message = { type: 'message', accountId: accounts.data[0]?.id, text: 'Hello?' };
  const written = (at: string) => backend.post<Problem>('/v1/test/inbound', { ...message, at });
  expect((await written('0000-01-01T00:00:00+23:59')).body).toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/at' }],
  });
  expect((await written('1970-01-01T00:00:00Z')).status).toBe(201);
});

describe('the outbox', () => {
  it('shows what readers at the networks see, newest first, page by page', async () => {
    await publish({ platform: 'x' });
    const second = await publish({ platform: 'bluesky' });
    const page = await outbox('?limit=1');
    expect(page.data).toMatchObject([{ platform: 'bluesky', url: second.targets[0]?.url }]);
    expect((await outbox(`?limit=1&cursor=${page.nextCursor}`)).data).toMatchObject([{ platform: 'x' }]);
    expect((await outbox('?platform=x')).data).toHaveLength(1);
    expect((await outbox(`?text=${encodeURIComponent(second.text)}`)).data).toHaveLength(1);
  });

  it('rejects an unknown account', async () => {
    const { status, body } = await backend.get<Problem>('/v1/test/outbox?accountId=acc_none');
    expect([status, body.code]).toEqual([404, 'account_not_found']);
  });
});

it('a fault of an unknown kind is refused with the kinds there are', async () => {
  const place = { on: 'api', path: '/v1/posts' };
  const misspelled = await backend.post<Problem>('/v1/test/faults', { ...place, does: { kind: 'latencey' } });
  expect(misspelled.body.errors).toMatchObject([
    {
      code: 'value_not_allowed',
      pointer: '/does/kind',
      message: '`does.kind` must be one of status, latency, reset, cut. Did you mean `latency`?',
      allowed: ['status', 'latency', 'reset', 'cut'],
    },
  ]);
  const missing = await backend.post<Problem>('/v1/test/faults', { ...place, does: {} });
  expect(missing.body.errors).toMatchObject([{ code: 'field_required', pointer: '/does/kind' }]);
});
