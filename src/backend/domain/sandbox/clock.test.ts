import { createHook } from 'node:async_hooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import type { PostMetrics } from '../../../contract/insights/metrics.js';
import type { CreatedPost, Post } from '../../../contract/posts/posts.js';
import type { MovedClock, OutboxPage, TestClock } from '../../../contract/sandbox/sandbox.js';

let backend: BackendUnderTest;
let count = 0;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
  backend.key = await backend.newKey('sandbox');
});

afterEach(() => void vi.useRealTimers());
afterAll(() => backend.close());

beforeEach(async () => {
  expect((await backend.post('/v1/test/reset', undefined)).status).toBe(200);
});

const fresh = () => {
  count += 1;
  return `Post number ${count}`;
};
const move = async (body: unknown) => (await backend.post<MovedClock>('/v1/test/clock', body)).body;
const clock = async () => (await backend.get<TestClock>('/v1/test/clock')).body;
const postNow = (body: object) => backend.post<CreatedPost>('/v1/posts', { text: fresh(), ...body });
const read = async (id: string) => (await backend.get<Post>(`/v1/posts/${id}`)).body;
const HOUR = 3600;

/** @param seconds after the workspace's current time */
async function schedule(seconds: number, platform = 'bluesky'): Promise<string> {
  const now = Date.parse((await clock()).now.utc);
  const { status, body } = await postNow({
    platform,
    scheduleMode: 'schedule',
    scheduledAt: new Date(now + seconds * 1000).toISOString(),
  });
  expect(status).toBe(201);
  return body.id;
}

describe('a sandbox clock', () => {
  it('counts the readings of numbers on the way', async () => {
    await schedule(HOUR);
    const post = await schedule(2 * HOUR, 'mastodon');
    // After 1 hour each.
    expect(await move({ action: 'advance', seconds: 4 * HOUR })).toMatchObject({
      ranTotal: 2,
      readingsTotal: 2,
    });
    const { body } = await backend.get<PostMetrics>(`/v1/posts/${post}/metrics`);
    expect(body.targets[0]?.windows['1h']).toMatchObject({ likes: expect.any(Number) });
    expect(await move({ action: 'advance', seconds: HOUR })).toMatchObject({ readingsTotal: 0 });
  });

  it('runs everything that becomes due while it moves, in order, each at its own time', async () => {
    const later = await schedule(2 * HOUR);
    const sooner = await schedule(HOUR);
    const start = Date.parse((await clock()).now.utc);
    const moved = await move({ action: 'advance', seconds: 3 * HOUR });
    expect(moved.ran.map(({ postId, at, outcome }) => [postId, Date.parse(at) - start, outcome])).toEqual([
      [sooner, HOUR * 1000, 'published'],
      [later, 2 * HOUR * 1000, 'published'],
    ]);
    expect(moved).toMatchObject({ frozen: false, aheadSeconds: 3 * HOUR, ranTotal: 2 });
    const post = await read(later);
    expect(post).toMatchObject({ status: 'published' });
    expect(Date.parse(post.targets[0]?.publishedAt ?? '')).toBe(start + 2 * HOUR * 1000);
  });

  it('runs a month of posts without waiting in real time', async () => {
    const posts = [];
    for (let day = 1; day <= 30; day += 1) posts.push(await schedule(day * 24 * HOUR));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    // Promise-based timers are not faked: they use the real clock.
    let pauses = 0;
    const counted = createHook({
      init: (_id, type) => {
        if (type === 'Timeout') pauses += 1;
      },
    }).enable();
    const moved = await move({ action: 'advance', seconds: 31 * 24 * HOUR });
    counted.disable();
    expect(moved.ran.map(({ postId }) => postId)).toEqual(posts);
    expect(pauses).toBeLessThan(posts.length);
  });

  it('publishes nothing while it is frozen before the scheduled time', async () => {
    await move({ action: 'freeze' });
    const id = await schedule(1);
    backend.clock.advance(HOUR * 1000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await read(id)).status).toBe('scheduled');
    expect((await move({ action: 'advance', seconds: 1 })).ran).toHaveLength(1);
    expect(await clock()).toMatchObject({ frozen: true });
    expect((await read(id)).status).toBe('published');
  });

  it('runs retries, backoffs and settle delays as in real time', async () => {
    const { body: account } = await backend.post<Account>('/v1/test/accounts', {
      platform: 'x',
      handle: 'fails_twice_then_works',
    });
    await move({ action: 'freeze' });
    const { body } = await postNow({
      accountIds: [account.id],
      scheduleMode: 'schedule',
      scheduledAt: inAnHour(),
    });
    const { ran } = await move({ action: 'advance', seconds: 2 * HOUR });
    expect(ran.map(({ outcome }) => outcome)).toEqual(['not_sent', 'not_sent', 'published']);
    const times = ran.map(({ at }) => Date.parse(at));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1000);
    expect((await read(body.id)).status).toBe('published');
    await backend.request('DELETE', `/v1/test/accounts/${account.id}`);
  });

  it('waits for a slow network as long as it takes', async () => {
    const { body: account } = await backend.post<Account>('/v1/test/accounts', {
      platform: 'bluesky',
      handle: 'slow-30s.example',
    });
    await move({ action: 'freeze' });
    await postNow({ accountIds: [account.id], scheduleMode: 'schedule', scheduledAt: inAnHour() });
    const { ran } = await move({ action: 'advance', seconds: 2 * HOUR });
    expect(ran).toMatchObject([{ attempt: 1, status: 'published' }]);
    await backend.request('DELETE', `/v1/test/accounts/${account.id}`);
  });

  it('only moves forward', async () => {
    const { status, body } = await backend.post<Problem>('/v1/test/clock', {
      action: 'set',
      to: '2020-01-01T00:00:00Z',
    });
    expect([status, body.code]).toEqual([422, 'time_in_past']);
  });

  it('stops before times that cannot be written', async () => {
    const set = (to: string) => backend.post<MovedClock & Problem>('/v1/test/clock', { action: 'set', to });
    expect((await set('9999-12-31T23:59:59-23:59')).body.code).toBe('validation_failed');
    expect((await set('9900-01-01T00:00:00.001Z')).body.detail).toContain('9900-01-01T00:00:00.000Z');
    const moved = await set('9900-01-01T00:00:00Z');
    expect(moved.body.now.utc).toBe('9900-01-01T00:00:00.000Z');
    const further = await backend.post<Problem>('/v1/test/clock', { action: 'advance', seconds: 1 });
    expect(further.body.code).toBe('validation_failed');
  });

  it('names the field that a request lacks', async () => {
    const { status, body } = await backend.post<Problem>('/v1/test/clock', { action: 'advance' });
    expect(status).toBe(422);
    expect(body.errors?.[0]).toMatchObject({ pointer: '/seconds' });
  });

  it('applies to handlers, networks and times in requests', async () => {
    await move({ action: 'advance', seconds: 24 * HOUR });
    const { status, body } = await postNow({ platform: 'x', scheduleMode: 'now' });
    expect(status).toBe(201);
    await move({ action: 'advance', seconds: 1 });
    const ahead = backend.clock.now() + 24 * HOUR * 1000;
    expect(Date.parse(body.createdAt)).toBe(ahead);
    const { body: outbox } = await backend.get<OutboxPage>('/v1/test/outbox?platform=x');
    expect(Date.parse(outbox.data[0]?.createdAt ?? '')).toBe(ahead);
    const { body: me } = await backend.get<{ time: { utc: string } }>('/v1/me');
    expect(Date.parse(me.time.utc)).toBe(ahead + 1000);
  });
});

describe('the test routes', () => {
  it('need their own scope', async () => {
    const key = await backend.newKey('full');
    const { status, body } = await backend.request<Problem>('GET', '/v1/test/clock', { key });
    expect([status, body.requiredScope]).toEqual([403, 'test:control']);
  });

  it('are rejected outside a sandbox', async () => {
    const { store } = backend.backend.services;
    const real = (sandbox: 0 | 1) =>
      store.write((trx) => trx.updateTable('workspaces').set({ sandbox }).execute());
    await real(0);
    const { status, body } = await backend.post<Problem>('/v1/test/clock', { action: 'freeze' });
    await real(1);
    expect([status, body.code]).toEqual([409, 'state_conflict']);
    expect(body.detail).toContain('is not a sandbox');
  });
});

function inAnHour(): string {
  return new Date(backend.clock.now() + HOUR * 1000).toISOString();
}
