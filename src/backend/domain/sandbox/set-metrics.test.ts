import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { PostMetrics, TargetMetrics } from '../../../contract/insights/metrics.js';
import type { Platform } from '../../../contract/platforms.js';
import type { TestMetrics } from '../../../contract/sandbox/counts.js';
import type { OutboxPage } from '../../../contract/sandbox/sandbox.js';

const DAY = 24 * HOUR;

let test: BackendUnderTest;
let scene: InboxScene;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  scene = await InboxScene.of(test);
  await scene.freeze();
});
afterAll(() => test.close());

let number = 0;

async function published(platform: Platform, fields: object = {}): Promise<string> {
  number += 1;
  const { body } = await test.post<{ id: string }>('/v1/posts', {
    platform,
    text: `Number ${number}`,
    scheduleMode: 'now',
    ...fields,
  });
  await test.backend.runDue();
  return body.id;
}

async function targetOf(postId: string): Promise<TargetMetrics> {
  const { body } = await test.get<PostMetrics>(`/v1/posts/${postId}/metrics`);
  const [target] = body.targets;
  if (!target) throw new Error('The post has no target.');
  return target;
}

const set = (body: object) => test.post<TestMetrics>('/v1/test/metrics', body, { key: scene.sandboxKey });

async function setOn(postId: string, counts: object): Promise<TestMetrics> {
  const { targetId } = await targetOf(postId);
  const { status, body } = await set({ targetId, counts });
  expect(status).toBe(200);
  return body;
}

describe('POST /v1/test/metrics', () => {
  it('sets what the next reading gets, and takes it back', async () => {
    const post = await published('bluesky');
    const { body } = await set({
      targetId: (await targetOf(post)).targetId,
      counts: { likes: 7, replies: 3 },
    });
    expect(body).toMatchObject({ platform: 'bluesky', counts: { likes: 7, replies: 3 } });
    await scene.advance(HOUR);
    expect((await targetOf(post)).windows['1h']).toMatchObject({ likes: 7, replies: 3 });

    expect((await setOn(post, { likes: null, saves: 5 })).counts).toEqual({ replies: 3, saves: 5 });
    await scene.advance(DAY);
    const after = (await targetOf(post)).windows['24h'];
    expect(after).toMatchObject({ replies: 3, saves: 5 });
    expect(after?.likes).not.toBe(7);
    expect((await setOn(post, { replies: null, saves: null })).counts).toEqual({});
  });

  it('stores counts that fall as they were read', async () => {
    const post = await published('mastodon');
    await setOn(post, { likes: 40 });
    await scene.advance(HOUR);
    await setOn(post, { likes: 2, reposts: 0 });
    await scene.advance(DAY);
    const { windows } = await targetOf(post);
    expect([windows['1h']?.likes, windows['24h']?.likes, windows['24h']?.reposts]).toEqual([40, 2, 0]);
  });

  it('finds a post by its id on the network, also the second of a thread', async () => {
    const post = await published('bluesky', {
      overrides: [{ target: 'bluesky', thread: ['The second one'] }],
    });
    await scene.advance(60_000);
    const { body: outbox } = await test.get<OutboxPage>('/v1/test/outbox?platform=bluesky', {
      key: scene.sandboxKey,
    });
    const second = outbox.data.find(({ text }) => text === 'The second one');
    expect((await set({ networkPostId: second?.networkPostId, counts: { likes: 1 } })).body).toEqual({
      targetId: null,
      platform: 'bluesky',
      networkPostId: second?.networkPostId,
      counts: { likes: 1 },
    });
    const first = outbox.data.find(({ text }) => text === `Number ${number}`);
    const { body } = await set({ networkPostId: first?.networkPostId, counts: { likes: 1 } });
    expect(body.targetId).toBe((await targetOf(post)).targetId);
  });

  it('refuses a number that the network does not count, and names those that it does', async () => {
    const { targetId } = await targetOf(await published('bluesky'));
    const { status, body } = await set({ targetId, counts: { likes: 1, views: 10 } });
    expect([status, body]).toMatchObject([
      422,
      {
        code: 'validation_failed',
        errors: [
          {
            pointer: '/counts/views',
            message: expect.stringContaining('Bluesky does not count views'),
            fix: expect.stringContaining('likes, reposts, quotes, replies, saves'),
          },
        ],
      },
    ]);
  });

  it('refuses a number that LinkedIn does not count of pages', async () => {
    const { targetId } = await targetOf(await published('linkedin'));
    const { status, body } = await set({ targetId, counts: { saves: 1 } });
    expect([status, body]).toMatchObject([422, { errors: [{ pointer: '/counts/saves' }] }]);
    expect((await set({ targetId, counts: { clicks: 1 } })).status).toBe(200);
  });

  it.each([
    ['without a post', {}, 422],
    ['with both ids', { targetId: 'tgt_x', networkPostId: 'x' }, 422],
    ['for an unknown target', { targetId: 'tgt_01k9x3m5t7v9b2c4d6f8g0h1jk' }, 404],
    ['for an unknown post', { networkPostId: '1' }, 404],
    ['without a number', { targetId: 'tgt_x', counts: {} }, 422],
    ['with a negative number', { targetId: 'tgt_x', counts: { likes: -1 } }, 422],
    ['with an unknown number', { targetId: 'tgt_x', counts: { loves: 1 } }, 422],
  ])('refuses a request %s', async (_, body, status) => {
    expect((await set({ counts: { likes: 1 }, ...body })).status).toBe(status);
  });

  it('refuses a target that is not published', async () => {
    const { body } = await test.post<{ targets: { id: string }[] }>('/v1/posts', {
      platform: 'bluesky',
      text: 'Not yet',
    });
    const answer = await set({ targetId: body.targets[0]?.id, counts: { likes: 1 } });
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'state_conflict' }]);
  });
});
