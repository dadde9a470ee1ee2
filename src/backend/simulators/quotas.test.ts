import { describe, expect, it } from 'vitest';
import { Scene, START } from '../../../test/support/networks/network-scene.js';
import type { Platform } from '../../contract/platforms.js';
import { NetworkRefusal } from '../networks/adapter.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Fills the network's memory as if the account had published this many posts. */
async function postedBefore(scene: Scene, count: number, rawCall: unknown = {}): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await scene.memory.addPost({
      networkPostId: `earlier-${scene.memory.posts.length}`,
      networkUserId: scene.account.networkUserId,
      path: `/earlier/${number}`,
      text: `Earlier ${number}`,
      title: null,
      link: null,
      mediaIds: [],
      key: null,
      rawCall,
      createdAt: scene.now,
    });
  }
}

async function refusalOf(scene: Scene): Promise<NetworkRefusal | null> {
  try {
    await scene.publish(scene.post(`One more at ${scene.now}`));
    return null;
  } catch (refusal) {
    if (refusal instanceof NetworkRefusal) return refusal;
    throw refusal;
  }
}

interface Limit {
  readonly platform: Platform;
  readonly max: number;
  readonly code: 'rate_limited' | 'quota_exceeded';
  readonly answer: object;
  /** From START, 2026-12-01T08:00:00Z, in milliseconds. */
  readonly opensAfter: number;
}

const LIMITS: readonly Limit[] = [
  { platform: 'x', max: 100, code: 'rate_limited', answer: { status: 429 }, opensAfter: 15 * MINUTE },
  { platform: 'mastodon', max: 300, code: 'rate_limited', answer: { status: 429 }, opensAfter: 5 * MINUTE },
  { platform: 'pinterest', max: 100, code: 'rate_limited', answer: { code: '8' }, opensAfter: MINUTE },
  {
    platform: 'bluesky',
    max: 1666,
    code: 'rate_limited',
    answer: { code: 'RateLimitExceeded' },
    opensAfter: HOUR,
  },
  { platform: 'linkedin', max: 150, code: 'rate_limited', answer: { status: 429 }, opensAfter: 16 * HOUR },
  { platform: 'instagram', max: 100, code: 'quota_exceeded', answer: { code: '9/2207042' }, opensAfter: DAY },
  { platform: 'threads', max: 250, code: 'quota_exceeded', answer: { code: '9/2207042' }, opensAfter: DAY },
  {
    platform: 'tiktok',
    max: 15,
    code: 'quota_exceeded',
    answer: { status: 200, code: 'spam_risk_too_many_posts' },
    opensAfter: DAY,
  },
  // 08:00 UTC is midnight in Los Angeles.
  {
    platform: 'youtube',
    max: 100,
    code: 'quota_exceeded',
    answer: { status: 403, code: 'quotaExceeded' },
    opensAfter: DAY,
  },
];

describe.each(LIMITS)('$platform', ({ platform, max, code, answer, opensAfter }) => {
  it(`accepts ${max} posts, rejects the next, and accepts it after the window`, async () => {
    const scene = new Scene(platform);
    await postedBefore(scene, max - 1);
    expect(await refusalOf(scene)).toBeNull();
    const refusal = await refusalOf(scene);
    expect(refusal).toMatchObject({ code, answer });
    const retryAt = refusal?.retryAt ?? 0;
    // Networks with a rolling window give no time, or the end of a whole window.
    expect(retryAt).toBeGreaterThanOrEqual(START + opensAfter);
    expect(retryAt).toBeLessThanOrEqual(scene.now + opensAfter);
    scene.now = retryAt;
    expect(await refusalOf(scene)).toBeNull();
  });

  it('accepts any number of posts if limits are off', async () => {
    const scene = new Scene(platform);
    scene.unlimited = true;
    await postedBefore(scene, max);
    expect(await refusalOf(scene)).toBeNull();
  });
});

it('counts replies on Threads separately from posts', async () => {
  const scene = new Scene('threads');
  const main = await scene.publish(scene.post('A thread'));
  await postedBefore(scene, 300, { reply_to_id: main.networkPostId });
  expect(await refusalOf(scene)).toBeNull();
  await postedBefore(scene, 700, { reply_to_id: main.networkPostId });
  const part = scene.part('thread', 'One answer too many', main);
  await expect(scene.network.adapter.createPart?.(scene.connection(), part)).rejects.toMatchObject({
    code: 'quota_exceeded',
  });
  expect(await refusalOf(scene)).toBeNull();
});
