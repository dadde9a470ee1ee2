import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, InboxScene } from '../../../../test/support/inbox-scene.js';
import { sampleBytes } from '../../../../test/support/media/sample-bytes.js';
import { storeMedia } from '../../../../test/support/media/stored-media.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { MetricReading, PostMetrics, TargetMetrics } from '../../../contract/insights/metrics.js';
import { METRICS, type Metric } from '../../../contract/insights/values.js';
import { networkMemory } from '../../simulators/network-memory.js';

const DAY = 24 * HOUR;
const BLUESKY: readonly Metric[] = ['likes', 'reposts', 'quotes', 'replies', 'saves'];
const MASTODON: readonly Metric[] = ['likes', 'reposts', 'quotes', 'replies'];

let test: BackendUnderTest;
let scene: InboxScene;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  scene = await InboxScene.of(test);
  await scene.freeze();
});
afterAll(() => test.close());

let number = 0;

/** Publishes a post. */
async function published(platform: string): Promise<string> {
  number += 1;
  const { body } = await test.post<{ id: string }>('/v1/posts', {
    platform,
    text: `Number ${number}`,
    scheduleMode: 'now',
  });
  await test.backend.runDue();
  return body.id;
}

async function metricsOf(postId: string): Promise<TargetMetrics> {
  const { status, body } = await test.get<PostMetrics>(`/v1/posts/${postId}/metrics`);
  expect(status).toBe(200);
  const [target] = body.targets;
  if (!target) throw new Error('The post has no target.');
  return target;
}

async function chosen(accountId: string, read: boolean): Promise<Account['metrics']> {
  const { status, body } = await test.request<Account>('PATCH', `/v1/accounts/${accountId}`, {
    body: { metrics: { read } },
  });
  expect(status).toBe(200);
  return body.metrics;
}

const followersOf = (accountId: string) =>
  scene.store.db.selectFrom('follower_counts').selectAll().where('account_id', '=', accountId).execute();

const givenIn = (reading: MetricReading | undefined): Metric[] =>
  METRICS.filter((metric) => reading?.[metric] !== null && reading?.[metric] !== undefined);

async function fault(does: object): Promise<void> {
  const { status } = await test.post('/v1/test/faults', does, { key: scene.sandboxKey });
  expect(status).toBe(201);
}
const endFaults = () => test.request('DELETE', '/v1/test/faults', { key: scene.sandboxKey });

describe('the numbers of a post', () => {
  it('are read at fixed ages, and every number that is not known has a reason', async () => {
    for (const [platform, given] of [
      ['bluesky', BLUESKY],
      ['mastodon', MASTODON],
    ] as const) {
      const id = await published(platform);
      const before = await metricsOf(id);
      expect(before).toMatchObject({ windows: {}, note: null, nextAt: expect.any(String) });
      await scene.advance(28 * DAY + HOUR);
      const { windows, definitions, nextAt } = await metricsOf(id);
      expect(Object.keys(windows)).toEqual(['1h', '24h', '3d', '7d', '28d']);
      expect(Object.keys(definitions).sort()).toEqual([...given].sort());
      expect(nextAt).toBeNull();
      for (const reading of Object.values(windows)) {
        expect(givenIn(reading)).toEqual(METRICS.filter((metric) => given.includes(metric)));
        for (const metric of METRICS) {
          expect(reading?.missing[metric]).toBe(given.includes(metric) ? undefined : 'not_given');
        }
      }
      expect(windows['24h']?.ageSeconds).toBeGreaterThanOrEqual(DAY);
      expect(windows['24h']?.ageSeconds).toBeLessThanOrEqual(DAY + 300);
      expect(windows['28d']?.likes).toBeGreaterThanOrEqual(windows['1h']?.likes ?? Infinity);
    }
  });

  it('name the permission that the network asks for', async () => {
    const id = await published('linkedin');
    const { db } = test.backend.services.store;
    const held = { held: 'not_permitted' } as const;
    await db.updateTable('metric_accounts').set(held).where('workspace_id', '=', test.workspace.id).execute();
    expect((await metricsOf(id)).note).toContain('with the permission rw_organization_admin');
    const gone = { health_status: 'reconnect_required' } as const;
    const well = { health_status: 'healthy' } as const;
    await db.updateTable('accounts').set(gone).where('platform', '=', 'linkedin').execute();
    expect((await metricsOf(id)).note).toContain('until the account is connected again');
    await db.updateTable('accounts').set(well).where('platform', '=', 'linkedin').execute();
    await scene.advance(25 * HOUR);
    expect((await metricsOf(id)).note).toBeNull();
  });

  it('of a story on Instagram are read while it is shown, and then no more', async () => {
    const { services, media } = test.backend;
    const key = await storeMedia(
      { store: services.store, media: media.storage, workspaceId: test.workspace.id, now: test.clock.now() },
      sampleBytes('image/jpeg', 2000),
      { contentType: 'image/jpeg' },
    );
    const { body } = await test.post<{ id: string }>('/v1/posts', {
      platform: 'instagram',
      mediaUrls: [key],
      overrides: [{ target: 'instagram', postType: 'story' }],
      scheduleMode: 'now',
    });
    await test.backend.runDue();
    await scene.advance(2 * DAY);
    const { windows, nextAt, note } = await metricsOf(body.id);
    expect(Object.keys(windows)).toEqual(['1h', '6h', '12h', '23h']);
    expect({ nextAt, note }).toEqual({ nextAt: null, note: null });
    for (const reading of Object.values(windows)) {
      expect(reading?.at).not.toBeNull();
      expect(reading?.missing.likes).toBe('not_given');
    }
    expect(windows['23h']?.views).toBeGreaterThanOrEqual(windows['6h']?.views ?? Infinity);
  });

  it('include the replies that people have written by then', async () => {
    const id = await published('bluesky');
    const { store } = scene;
    const target = await store.db
      .selectFrom('targets')
      .selectAll()
      .where('post_id', '=', id)
      .executeTakeFirstOrThrow();
    await networkMemory(store, target.workspace_id, 'bluesky').addComment({
      commentId: 'at://did:plc:anna/app.bsky.feed.post/1',
      networkPostId: target.network_post_id ?? '',
      parentId: null,
      networkUserId: 'did:plc:anna',
      text: 'Lovely',
      createdAt: test.clock.now(),
    });
    await scene.advance(2 * HOUR);
    expect((await metricsOf(id)).windows['1h']?.replies).toBe(1);
  });

  it('are refused where the network fails until it is too late, and read again at the next age', async () => {
    const id = await published('mastodon');
    await fault({
      on: 'network',
      platform: 'mastodon',
      does: { kind: 'status', status: 503, effect: 'before' },
    });
    await scene.advance(2 * HOUR);
    await endFaults();
    await scene.advance(DAY);
    const { windows } = await metricsOf(id);
    expect(windows['1h']).toMatchObject({ at: null, ageSeconds: null, likes: null });
    expect(windows['1h']?.missing).toMatchObject({ likes: 'refused', saves: 'not_given' });
    expect(windows['24h']?.likes).toEqual(expect.any(Number));
  });

  it('are late, but read, where the network fails for a while', async () => {
    const id = await published('bluesky');
    await fault({
      on: 'network',
      platform: 'bluesky',
      does: { kind: 'status', status: 503, effect: 'before' },
      times: 1,
    });
    await scene.advance(2 * HOUR);
    await endFaults();
    const { windows } = await metricsOf(id);
    expect(windows['1h']?.likes).toEqual(expect.any(Number));
    expect(windows['1h']?.ageSeconds).toBeGreaterThan(HOUR);
    expect(windows['1h']?.ageSeconds).toBeLessThanOrEqual(1.25 * HOUR);
  });

  it('end with the post', async () => {
    const id = await published('bluesky');
    const { store } = scene;
    const target = await store.db
      .selectFrom('targets')
      .selectAll()
      .where('post_id', '=', id)
      .executeTakeFirstOrThrow();
    await networkMemory(store, target.workspace_id, 'bluesky').removePost(target.network_post_id ?? '');
    await scene.advance(2 * HOUR);
    const { windows } = await metricsOf(id);
    expect(windows['1h']).toMatchObject({ likes: null, missing: { likes: 'removed' } });
  });

  it('need a scope of their own', async () => {
    const id = await published('bluesky');
    const key = await test.newKey(['posts:read']);
    expect((await test.get(`/v1/posts/${id}/metrics`, { key })).status).toBe(403);
    const reader = await test.newKey(['insights:read']);
    expect((await test.get(`/v1/posts/${id}/metrics`, { key: reader })).status).toBe(200);
    expect((await test.get('/v1/posts/post_none/metrics')).status).toBe(404);
  });

  it('stay within the requests of a day', async () => {
    const account = await scene.account('mastodon');
    const id = await published('mastodon');
    const { db } = scene.store;
    const { clock_frozen_at } = await db
      .selectFrom('workspaces')
      .select('clock_frozen_at')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('metric_accounts')
      .set({ requests_day: Math.floor((clock_frozen_at ?? 0) / 86_400_000), requests: 200 })
      .where('id', '=', account.id)
      .execute();
    await scene.advance(2 * HOUR);
    expect((await metricsOf(id)).windows['1h']).toBeUndefined();
    await scene.advance(DAY);
    const { windows } = await metricsOf(id);
    expect(windows['1h']?.missing.likes).toBe('budget');
    expect(windows['24h']?.likes).toEqual(expect.any(Number));
  });

  it('are not read where the network charges for it, until somebody chooses it for the account', async () => {
    const before = await published('x');
    await scene.advance(25 * HOUR);
    const off = await metricsOf(before);
    expect(off).toMatchObject({ windows: {}, nextAt: null });
    expect(off.note).toContain('X charges $0.005 for each reading, $0.015 for the 3 readings of a post.');

    expect(await chosen(off.accountId, true)).toEqual({ read: true, dollarsPerPost: 0.015 });
    const id = await published('x');
    await scene.advance(25 * HOUR);
    expect(await metricsOf(id)).toMatchObject({
      windows: { '24h': { likes: expect.any(Number), impressions: expect.any(Number) } },
      note: null,
      nextAt: expect.any(String),
    });
    expect((await metricsOf(before)).note).toMatch(
      /^No numbers are read of this post: it was published before/,
    );

    await chosen(off.accountId, false);
    await scene.advance(7 * DAY);
    const ended = await metricsOf(id);
    expect(Object.keys(ended.windows)).toEqual(['24h']);
    expect(ended.nextAt).toBeNull();
    expect(ended.note).toContain('X charges');
    expect(await followersOf(off.accountId)).toEqual([]);
  });

  it('are not read of an account for which they were turned off', async () => {
    const { accountId } = await metricsOf(await published('mastodon'));
    expect(await chosen(accountId, false)).toEqual({ read: false, dollarsPerPost: 0 });
    const id = await published('mastodon');
    await scene.advance(2 * HOUR);
    const note = 'Reading numbers is turned off for this account.';
    expect(await metricsOf(id)).toMatchObject({ windows: {}, nextAt: null, note });
    await chosen(accountId, true);
  });

  it('stay chosen when the account is connected again', async () => {
    const { accountId } = await metricsOf(await published('x'));
    await chosen(accountId, true);
    const { body: account } = await test.get<Account>(`/v1/accounts/${accountId}`);
    const again = { platform: 'x', handle: account.handle };
    const { body } = await test.post<Account>('/v1/test/accounts', again, { key: scene.sandboxKey });
    expect([body.id, body.metrics.read]).toEqual([accountId, true]);
    await chosen(accountId, false);
  });
});

describe('the followers of an account', () => {
  it('are read once a day', async () => {
    await published('bluesky');
    const { id } = await scene.account('bluesky');
    await scene.advance(3 * DAY);
    const rows = await scene.store.db
      .selectFrom('follower_counts')
      .selectAll()
      .where('account_id', '=', id)
      .orderBy('day')
      .execute();
    const days = rows.map(({ day }) => day);
    const first = days[0] ?? 0;
    expect(days).toEqual(days.map((_day, place) => first + place));
    expect(rows.every(({ followers }, place) => followers >= (rows[place - 1]?.followers ?? 1))).toBe(true);
  });
});

it('a snapshot brings back the numbers, and what is still to be read', async () => {
  const id = await published('bluesky');
  await scene.advance(2 * HOUR);
  const before = await metricsOf(id);
  const taken = await test.post<{ id: string }>('/v1/test/snapshots', {}, { key: scene.sandboxKey });
  expect(taken.status).toBe(201);
  await scene.advance(2 * DAY);
  const later = await metricsOf(id);
  expect(Object.keys(later.windows)).toEqual(['1h', '24h']);
  const path = `/v1/test/snapshots/${taken.body.id}/restore`;
  expect((await test.post(path, {}, { key: scene.sandboxKey })).status).toBe(200);
  expect(await metricsOf(id)).toEqual(before);
  await scene.advance(2 * DAY);
  expect(await metricsOf(id)).toEqual(later);
});

it('disconnecting an account deletes its numbers', async () => {
  const account = await scene.account('bluesky');
  const id = await published('bluesky');
  await scene.advance(2 * HOUR);
  expect((await metricsOf(id)).windows['1h']).toBeDefined();
  expect((await test.request('DELETE', `/v1/accounts/${account.id}`)).status).toBe(200);
  const { windows, nextAt, note } = await metricsOf(id);
  expect({ windows, nextAt }).toEqual({ windows: {}, nextAt: null });
  expect(note).toContain('disconnected');
  const { db } = scene.store;
  const followers = db.selectFrom('follower_counts').selectAll().where('account_id', '=', account.id);
  expect(await followers.execute()).toEqual([]);
});
