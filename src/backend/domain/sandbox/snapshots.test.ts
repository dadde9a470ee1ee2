import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../../../../test/support/media/media-file.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import type { CreatedPost, Post } from '../../../contract/posts/posts.js';
import type { MovedClock, OutboxPage, TestClock, TestFault } from '../../../contract/sandbox/sandbox.js';
import { MAX_SNAPSHOTS, type TestSnapshot } from '../../../contract/sandbox/snapshots.js';
import { randomIds } from '../../base/ids.js';
import { createWorkspace } from '../access/workspaces.js';

let backend: BackendUnderTest;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
  backend.key = await backend.newKey('sandbox');
});

afterAll(() => backend.close());

beforeEach(async () => {
  await backend.post('/v1/test/reset', undefined);
  await backend.post('/v1/test/clock', { action: 'freeze' });
  for (const { id } of (await backend.get<{ data: TestSnapshot[] }>('/v1/test/snapshots')).body.data) {
    await backend.request('DELETE', `/v1/test/snapshots/${id}`);
  }
});

const take = async () => (await backend.post<TestSnapshot>('/v1/test/snapshots', undefined)).body;
const restore = (id: string) => backend.post<TestSnapshot>(`/v1/test/snapshots/${id}/restore`, undefined);
const outbox = async () => (await backend.get<OutboxPage>('/v1/test/outbox')).body.data;
const advance = async (seconds: number) =>
  (await backend.post<MovedClock>('/v1/test/clock', { action: 'advance', seconds })).body;

/** Due an hour after the clock's current time. */
async function schedule(text: string): Promise<string> {
  const { body: clock } = await backend.get<TestClock>('/v1/test/clock');
  const { body } = await backend.post<CreatedPost>('/v1/posts', {
    platform: 'mastodon',
    text,
    scheduledAt: new Date(Date.parse(clock.now.utc) + 3_600_000).toISOString(),
  });
  return body.id;
}

describe('a snapshot', () => {
  it('restores posts, the networks’ data and the clock, any number of times', async () => {
    const id = await schedule('Twice upon a time');
    const snapshot = await take();
    expect(snapshot).toMatchObject({ frozen: true, rows: { posts: 1, targets: 1, accounts: 10 } });

    for (let time = 1; time <= 2; time += 1) {
      expect((await backend.get<TestClock>('/v1/test/clock')).body.now.utc).toBe(snapshot.takenAt);
      expect((await advance(3600)).ran).toMatchObject([{ postId: id, outcome: 'published' }]);
      expect(await outbox()).toHaveLength(1);
      expect((await restore(snapshot.id)).status).toBe(200);
      expect(await outbox()).toEqual([]);
      expect((await backend.get<Post>(`/v1/posts/${id}`)).body.status).toBe('scheduled');
    }
  });

  it('restores schedules with their accounts, connected accounts, faults and idempotent responses', async () => {
    const account = (await backend.post<Account>('/v1/test/accounts', { platform: 'x', handle: 'second' }))
      .body;
    await backend.post('/v1/schedules', {
      label: 'Mornings',
      accountIds: [account.id],
      timezone: 'UTC',
      days: ['mon'],
      startTime: '09:00',
    });
    await backend.post('/v1/test/faults', { on: 'api', path: '/v1/media', does: { kind: 'latency', ms: 1 } });
    const keyed = { headers: { 'idempotency-key': 'once' } };
    const draft = { text: 'A draft', scheduleMode: 'draft' };
    const first = await backend.post<CreatedPost>('/v1/posts', draft, keyed);
    const before = (await backend.get('/v1/schedules')).body;
    const { id } = await take();

    await backend.post('/v1/test/reset', undefined);
    expect((await backend.get('/v1/schedules')).body).toMatchObject({ data: [] });
    await restore(id);
    expect((await backend.get('/v1/schedules')).body).toEqual(before);
    expect((await backend.get<Account>(`/v1/accounts/${account.id}`)).body.handle).toBe('@second');
    expect((await backend.get<{ data: TestFault[] }>('/v1/test/faults')).body.data).toMatchObject([
      { path: '/v1/media' },
    ]);
    const again = await backend.post<CreatedPost>('/v1/posts', draft, keyed);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.id).toBe(first.body.id);
  });

  it('keeps the bytes of media that are deleted later', async () => {
    const uploaded = await fetch(`${backend.backend.url}/v1/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${backend.key}`, 'content-type': 'image/png' },
      body: new Uint8Array(fixture('photo.png')),
    });
    const { key } = (await uploaded.json()) as { key: string };
    const { id } = await take();
    expect((await backend.request('DELETE', `/v1/media/${key}`)).status).toBe(200);
    await backend.backend.media.sweep();
    await restore(id);
    const { body } = await backend.get<{ url: string }>(`/v1/media/${key}`);
    const bytes = await fetch(body.url).then((answer) => answer.arrayBuffer());
    expect(Buffer.from(bytes).equals(fixture('photo.png'))).toBe(true);
  });

  it('keeps a running clock running', async () => {
    await backend.post('/v1/test/clock', { action: 'resume' });
    await advance(60);
    const { id } = await take();
    await advance(86_400);
    await restore(id);
    expect((await backend.get<TestClock>('/v1/test/clock')).body).toMatchObject({
      frozen: false,
      aheadSeconds: 60,
    });
  });

  it('cuts calls in flight, so that nothing arrives from another time', async () => {
    const slow = { platform: 'x', handle: 'slow_30s' };
    const account = (await backend.post<Account>('/v1/test/accounts', slow)).body;
    const { id } = await take();
    const body = { accountIds: [account.id], text: 'Too late', scheduleMode: 'now' };
    expect((await backend.post('/v1/posts', body)).status).toBe(201);
    await advance(1);
    await restore(id);
    await advance(600);
    expect(await outbox()).toEqual([]);
  });

  it('belongs to one workspace, and is not found from another', async () => {
    const { store } = backend.backend.services;
    const clockAndIds = { clock: backend.clock, ids: randomIds };
    const other = await createWorkspace(
      store,
      { name: 'Other', timezone: 'UTC', sandbox: true },
      clockAndIds,
    );
    const key = await backend.newKey('sandbox', other);
    const { body: theirs } = await backend.post<CreatedPost>(
      '/v1/posts',
      { text: 'Theirs', scheduleMode: 'draft' },
      { key },
    );
    const { id } = await take();
    for (const [method, path] of [
      ['POST', `/v1/test/snapshots/${id}/restore`],
      ['DELETE', `/v1/test/snapshots/${id}`],
    ] as const) {
      const answer = await backend.request<Problem>(method, path, { key });
      expect([answer.status, answer.body.code]).toEqual([404, 'snapshot_not_found']);
    }
    await restore(id);
    expect((await backend.get<Post>(`/v1/posts/${theirs.id}`, { key })).body.text).toBe('Theirs');
  });

  it('is rejected at the limit, until one is deleted', async () => {
    const first = await take();
    for (let count = 1; count < MAX_SNAPSHOTS; count += 1) await take();
    const refused = await backend.post<Problem>('/v1/test/snapshots', undefined);
    expect([refused.status, refused.body.code]).toEqual([409, 'state_conflict']);
    expect((await backend.request('DELETE', `/v1/test/snapshots/${first.id}`)).status).toBe(200);
    expect((await backend.post('/v1/test/snapshots', undefined)).status).toBe(201);
    expect((await restore(first.id)).status).toBe(404);
  });
});
