import { describe, expect, it } from 'vitest';
import { Scene } from '../../../../test/support/networks/network-scene.js';
import { PLATFORMS, type Platform } from '../../../contract/platforms.js';
import { NetworkRefusal, OutcomeInDoubt } from '../../networks/adapter.js';
import { NETWORKS } from '../../networks/registry.js';
import { ConnectionFailed } from '../../networks/wire.js';
import { failingAccount } from '../failing-account.js';
import { rowMeaning } from './failing.js';
import { FAILURE_NAMES, type FailureName, failureOfHandle, NAMED_FAILURES } from './named-failures.js';

const sceneOf = (name: FailureName, platform: Platform) =>
  new Scene(platform, failingAccount(name, platform));

/** The outcome of publishing, and how many posts the network then has. */
async function outcomeOf(scene: Scene, signal = AbortSignal.timeout(5000)): Promise<string> {
  try {
    await scene.publish(scene.post('Hello'), { ...live(scene), signal });
    return 'published';
  } catch (fault) {
    if (fault instanceof NetworkRefusal) return fault.code;
    if (fault instanceof OutcomeInDoubt) return 'in doubt';
    if (fault instanceof ConnectionFailed) return fault.sent ? 'lost' : 'not sent';
    throw fault;
  }
}

function live(scene: Scene) {
  const connection = scene.connection();
  return Object.defineProperty({ ...connection }, 'now', { get: () => scene.now, enumerable: true });
}

/** The outcome and the number of posts, if they are the same on every network. */
const EVERYWHERE: Readonly<Partial<Record<FailureName, readonly [outcome: string, posts: number]>>> = {
  rate_limited: ['rate_limited', 0],
  token_expired: ['account_reconnect_required', 0],
  text_too_long: ['text_too_long', 0],
  server_error: ['in doubt', 0],
  server_error_after_publish: ['in doubt', 1],
  connection_refused: ['not sent', 0],
  published_but_response_lost: ['lost', 1],
  lost_before_publish: ['lost', 0],
  answer_cut_short: ['lost', 1],
  slow_30s: ['published', 1],
  parts_fail: ['published', 1],
};

describe.each(PLATFORMS)('on %s', (platform) => {
  it.each(Object.entries(EVERYWHERE) as [FailureName, readonly [string, number]][])(
    '@%s has the expected outcome',
    async (name, [outcome, posts]) => {
      const scene = sceneOf(name, platform);
      expect(await outcomeOf(scene)).toBe(outcome);
      expect(scene.memory.posts).toHaveLength(posts);
    },
  );

  it.each(
    FAILURE_NAMES.filter((name) => NAMED_FAILURES[name].does.kind === 'refuse' && name !== 'parts_fail'),
  )('@%s is refused in the network’s words, or in those that come nearest', async (name) => {
    const { does } = NAMED_FAILURES[name];
    if (does.kind !== 'refuse') return;
    const { means } = rowMeaning(NETWORKS[platform].errors, does.means);
    const scene = sceneOf(name, platform);
    expect(await outcomeOf(scene)).toBe(means);
    expect(scene.memory.posts).toHaveLength(0);
  });

  it('@fails_twice_then_works fails twice for each post, then works', async () => {
    const scene = sceneOf('fails_twice_then_works', platform);
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) outcomes.push(await outcomeOf(scene));
    expect(outcomes).toEqual(['not sent', 'not sent', 'published']);
    expect(await outcomeOf(scene)).toBe('not sent');
    expect(scene.memory.posts).toHaveLength(1);
  });

  it('@slow_30s takes 30 seconds of the workspace’s clock, and no real time', async () => {
    const scene = sceneOf('slow_30s', platform);
    const begun = scene.now;
    await outcomeOf(scene);
    expect(scene.now - begun).toBeGreaterThanOrEqual(30_000);
  });

  it('@never_answers does nothing until the timeout', async () => {
    const scene = sceneOf('never_answers', platform);
    expect(await outcomeOf(scene, AbortSignal.timeout(20))).toBe('lost');
    expect(scene.memory.posts).toHaveLength(0);
  });

  it('@published_but_response_lost is found, or retried without a second post', async () => {
    const scene = sceneOf('published_but_response_lost', platform);
    const { adapter } = scene.network;
    const post = scene.post('Hello');
    const prepared = (await adapter.prepare?.(scene.connection(), post)) ?? {};
    await expect(adapter.create(scene.connection(), post, prepared)).rejects.toMatchObject({ sent: true });
    scene.now += 30_000;
    if (adapter.find)
      expect(await adapter.find(live(scene), post, prepared)).toMatchObject({ adopted: true });
    expect(scene.memory.posts).toHaveLength(1);
  });

  it('@token_expired is not renewed', async () => {
    const account = failingAccount('token_expired', platform);
    const credentials = { ...account.credentials, refreshToken: 'a refresh token' };
    expect(await outcomeOf(new Scene(platform, { ...account, credentials }))).toBe(
      'account_reconnect_required',
    );
  });

  it('@media_processing_fails accepts files but cannot process them', async () => {
    const scene = sceneOf('media_processing_fails', platform);
    const hasMedia = scene.media().length > 0;
    const codes = hasMedia ? ['media_processing_failed', 'media_invalid'] : ['published'];
    expect(codes).toContain(await outcomeOf(scene));
  });
});

describe('the names', () => {
  it('are read from handles of every network’s format', () => {
    expect(failureOfHandle('rate_limited')).toBe('rate_limited');
    expect(failureOfHandle('@Rate-Limited')).toBe('rate_limited');
    expect(failureOfHandle('rate-limited.example')).toBe('rate_limited');
    expect(failureOfHandle('fernhillcoffee')).toBeNull();
  });

  it('are described in one line each', () => {
    for (const name of FAILURE_NAMES) {
      expect(NAMED_FAILURES[name].description).toMatch(/^[A-Z][^\n]{20,110}\.$/);
    }
  });

  it('are the display names of their accounts, as words', () => {
    const names = FAILURE_NAMES.map((name) => failingAccount(name, 'bluesky').displayName);
    expect(names).toContain('Published but response lost');
    expect(new Set(names).size).toBe(FAILURE_NAMES.length);
  });

  it('create separate accounts on every network', () => {
    const accounts = PLATFORMS.flatMap((platform) =>
      FAILURE_NAMES.map((name) => failingAccount(name, platform)),
    );
    for (const key of ['handle', 'networkUserId'] as const) {
      expect(new Set(accounts.map((account) => `${account.platform} ${account[key]}`)).size).toBe(
        accounts.length,
      );
    }
  });
});

it('@parts_fail rejects what follows the main post', async () => {
  for (const platform of [
    'x',
    'threads',
    'bluesky',
    'mastodon',
    'linkedin',
    'instagram',
    'youtube',
    'facebook',
  ] as const) {
    const scene = sceneOf('parts_fail', platform);
    const main = await scene.publish(scene.post('Hello'));
    const kind = ['x', 'threads', 'bluesky', 'mastodon'].includes(platform) ? 'thread' : 'first_comment';
    await expect(
      scene.network.adapter.createPart?.(scene.connection(), scene.part(kind, 'And more', main)),
    ).rejects.toMatchObject({ name: 'NetworkRefusal', code: 'network_refused' });
    expect(scene.memory.posts).toHaveLength(1);
  }
});
