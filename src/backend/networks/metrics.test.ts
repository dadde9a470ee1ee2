import { describe, expect, it } from 'vitest';
import { medium, Scene } from '../../../test/support/networks/network-scene.js';
import { METRICS, type Metric, WINDOW_HOURS } from '../../contract/insights/values.js';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import type { TargetContent } from '../../networks/content.js';
import {
  definitionAt,
  dollarsPerPost,
  type MeasuredForm,
  metricsOf as metricsOfForm,
} from '../../networks/metric-rules.js';
import { formOf } from '../../networks/post-form.js';
import { RULES } from '../../networks/rules.js';
import { SIMULATED_NETWORKS } from '../simulators/registry.js';
import type { NetworkSimulator } from '../simulators/simulator.js';
import { NetworkRefusal } from './adapter.js';
import { json } from './answers.js';
import { givenMetrics, type MeasuredPost } from './metrics-adapter.js';
import type { WireRequest } from './wire.js';

const HOUR = 60 * 60_000;
const READ: readonly Platform[] = PLATFORMS.filter((platform) => RULES[platform].metrics);

/** What a simulated network is asked, where some requests are answered otherwise. */
function recording(
  scene: Scene,
  otherwise: (request: WireRequest) => ReturnType<typeof json> | null = () => null,
): WireRequest[] {
  const asked: WireRequest[] = [];
  const real: NetworkSimulator = SIMULATED_NETWORKS[scene.platform].simulator;
  scene.simulator = {
    ...real,
    answer: async (request, context) => {
      asked.push(request);
      return otherwise(request) ?? real.answer(request, context);
    },
  };
  return asked;
}

async function publishedPosts(
  scene: Scene,
  amount: number,
  changes: Partial<TargetContent> = {},
  media = scene.media(),
) {
  const posts: MeasuredPost[] = [];
  scene.unlimited = true;
  const kinds = media.map(
    ({ contentType }) => ({ kind: isVideoType(contentType) ? 'video' : 'image' }) as const,
  );
  const form = formOf(RULES[scene.platform], changes.postType ?? null, kinds);
  const hasVideo = kinds.some(({ kind }) => kind === 'video');
  for (let number = 0; number < amount; number += 1) {
    scene.now += 1000;
    const { networkPostId } = await scene.publish({
      ...scene.post(`Number ${number}`, changes, media),
      key: `key-${number}`,
      since: scene.now,
    });
    posts.push({ networkPostId, publishedAt: scene.now, form, hasVideo });
  }
  return posts;
}

const isVideoType = (contentType: string) => contentType.startsWith('video/');

function metricsOf(scene: Scene) {
  const { metrics } = scene.network.adapter;
  if (!metrics) throw new Error(`${scene.platform} has no numbers.`);
  return metrics;
}

function metricsFor(platform: Platform, post: MeasuredForm) {
  const rules = RULES[platform].metrics;
  if (!rules) throw new Error(`${platform} has no numbers.`);
  return { windows: metricsOfForm(rules, post).windows.value };
}

it('has rules for exactly the networks that are read', () => {
  const adapters = PLATFORMS.filter((platform) => new Scene(platform).network.adapter.metrics);
  expect(adapters).toEqual(READ);
});

describe.each(READ)('numbers of %s', (platform) => {
  it('come for many posts with one request, and never shrink', async () => {
    const scene = new Scene(platform);
    const rules = RULES[platform].metrics;
    const posts = await publishedPosts(scene, rules?.postsPerRequest.value ?? 0);
    const [first] = posts as [MeasuredPost];
    const given = METRICS.filter((metric) => givenMetrics(platform, first)[metric]);
    const { windows } = metricsFor(platform, first);
    const asked = recording(scene);
    await metricsOf(scene).read(scene.connection(), posts);
    expect(asked).toHaveLength(1);
    const published = scene.now;
    let before: Partial<Record<Metric, number>> = {};
    for (const window of windows) {
      scene.now = published + WINDOW_HOURS[window] * HOUR;
      const read = await metricsOf(scene).read(scene.connection(), posts);
      expect([...read.keys()].sort()).toEqual(posts.map(({ networkPostId }) => networkPostId).sort());
      const sums: Partial<Record<Metric, number>> = {};
      for (const { counts, missing } of read.values()) {
        expect(Object.keys({ ...counts, ...missing }).sort()).toEqual([...given].sort());
        for (const metric of given) sums[metric] = (sums[metric] ?? 0) + (counts[metric] ?? 0);
      }
      for (const metric of given) expect(sums[metric]).toBeGreaterThanOrEqual(before[metric] ?? 0);
      before = sums;
    }
    expect(Math.max(...Object.values(before))).toBeGreaterThan(posts.length);
  });

  it('are what a test has set, each of them', async () => {
    const scene = new Scene(platform);
    const [post] = await publishedPosts(scene, 1, { text: `See https://example.com/${platform}` });
    if (!post) throw new Error('Nothing was published.');
    const omitted = metricsOf(scene).omits?.(scene.account) ?? [];
    const given = METRICS.filter((metric) => givenMetrics(platform, post)[metric]);
    const counted = given.filter((metric) => !omitted.includes(metric));
    // Whole minutes, because YouTube gives watch time in minutes.
    const counts = Object.fromEntries(counted.map((metric, place) => [metric, 60_000 * (place + 1)]));
    scene.memory.setCounts(post.networkPostId, counts);
    scene.now += 168 * HOUR;
    const read = await metricsOf(scene).read(scene.connection(), [post]);
    expect(read.get(post.networkPostId)?.counts).toEqual(counts);
  });

  it('leave out a post that is gone', async () => {
    const scene = new Scene(platform);
    const [gone, kept] = await publishedPosts(scene, 2);
    if (!gone || !kept) throw new Error('Nothing was published.');
    await scene.memory.removePost(gone.networkPostId);
    scene.now += 24 * HOUR;
    const read = await metricsOf(scene).read(scene.connection(), [gone, kept]);
    const known = (one: typeof read) =>
      [...one].flatMap(([id, { counts }]) => (Object.keys(counts).length > 0 ? [id] : []));
    expect(known(read)).toEqual([kept.networkPostId]);
    const alone = await metricsOf(scene).read(scene.connection(), [gone]);
    expect(known(alone)).toEqual([]);
    // LinkedIn leaves out posts without saying why.
    if (platform !== 'linkedin') expect([...alone.keys()]).toEqual([]);
  });

  it('are refused where the network refuses', async () => {
    const scene = new Scene(platform);
    const posts = await publishedPosts(scene, 2);
    recording(scene, () => json(503, {}));
    await expect(metricsOf(scene).read(scene.connection(), posts)).rejects.toMatchObject({
      code: 'network_unavailable',
    });
  });

  it.runIf(RULES[platform].metrics?.followers)('include the followers', async () => {
    const scene = new Scene(platform);
    const first = await metricsOf(scene).followers(scene.connection());
    scene.now += 365 * 24 * HOUR;
    const later = await metricsOf(scene).followers(scene.connection());
    expect(first).toBeGreaterThan(0);
    expect(later).toBeGreaterThan(first ?? 0);
  });
});

it('reads how long a video on YouTube was watched once YouTube Analytics has it', async () => {
  const scene = new Scene('youtube');
  const [post] = await publishedPosts(scene, 1);
  if (!post) throw new Error('Nothing was published.');
  const read = async () => (await metricsOf(scene).read(scene.connection(), [post])).get(post.networkPostId);
  scene.now = post.publishedAt + 24 * HOUR;
  const asked = recording(scene);
  expect(await read()).toMatchObject({
    counts: { views: expect.any(Number) },
    missing: { watchMs: 'not_yet' },
  });
  const paths = asked.map(({ path }) => path).filter((path) => !path.endsWith('/token'));
  expect(new Set(paths)).toEqual(new Set(['/youtube/v3/videos']));
  scene.now = post.publishedAt + 168 * HOUR;
  const later = await read();
  expect(later?.missing).toBeUndefined();
  expect(later?.counts.watchMs).toBeGreaterThan(later?.counts.views ?? Number.POSITIVE_INFINITY);
  const lastReport = asked.at(-1);
  expect(lastReport?.query).toMatchObject({
    startDate: '2026-11-30',
    endDate: '2026-12-08',
    filters: `video==${post.networkPostId}`,
  });
});

it('reads the other counts of YouTube without the permission for YouTube Analytics', async () => {
  const scene = new Scene('youtube');
  const [post] = await publishedPosts(scene, 1);
  if (!post) throw new Error('Nothing was published.');
  scene.now += 168 * HOUR;
  const words = 'Request had insufficient authentication scopes.';
  recording(scene, ({ path }) =>
    path.startsWith('https://youtubeanalytics.')
      ? json(403, {
          error: {
            code: 403,
            message: words,
            errors: [{ reason: 'insufficientPermissions', message: words }],
          },
        })
      : null,
  );
  const read = await metricsOf(scene).read(scene.connection(), [post]);
  expect(read.get(post.networkPostId)).toMatchObject({
    counts: { views: expect.any(Number), likes: expect.any(Number), replies: 0 },
    missing: { watchMs: 'not_permitted' },
  });
});

it('says that YouTube began to count views in another way', () => {
  const views = RULES.youtube.metrics?.posts.views;
  if (!views) throw new Error('YouTube has no views.');
  expect(definitionAt(views, Date.parse('2026-08-23'))).toBe('youtube.views');
  expect(definitionAt(views, Date.parse('2026-08-25'))).toBe('youtube.views.2026-08');
});

describe('a post of a member of LinkedIn', () => {
  const member = { ...new Scene('linkedin').account, networkUserId: 'urn:li:person:a1b2c3d4e5' };
  const scene = new Scene('linkedin', member);

  it('is read with a request for each number, in the syntax of LinkedIn', async () => {
    const [post] = await publishedPosts(scene, 1);
    if (!post) throw new Error('Nothing was published.');
    scene.now += 24 * HOUR;
    const asked = recording(scene);
    const read = await metricsOf(scene).read(scene.connection(), [post]);
    expect(read.get(post.networkPostId)).toEqual({
      counts: {
        ...{ impressions: expect.any(Number), reach: expect.any(Number), likes: expect.any(Number) },
        ...{ reposts: expect.any(Number), replies: 0, saves: expect.any(Number), shares: expect.any(Number) },
      },
      missing: { clicks: 'not_given' },
    });
    expect(asked).toHaveLength(7);
    const entity = `(share:${encodeURIComponent(post.networkPostId)})`;
    expect(asked[0]?.path).toBe(
      `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=IMPRESSION&aggregation=TOTAL`,
    );
    expect(await metricsOf(scene).followers(scene.connection())).toBeGreaterThan(0);
  });

  it('has the plays of its video, and how long they lasted', async () => {
    const [post] = await publishedPosts(scene, 1, {}, [medium('video/mp4')]);
    if (!post) throw new Error('Nothing was published.');
    scene.now += 24 * HOUR;
    const asked = recording(scene);
    const read = (await metricsOf(scene).read(scene.connection(), [post])).get(post.networkPostId);
    expect(read?.missing).toEqual({ clicks: 'not_given' });
    expect(read?.counts.views).toBeLessThan(read?.counts.impressions ?? 0);
    expect(read?.counts.watchMs).toBe((read?.counts.views ?? 0) * 9000);
    const ofVideo = asked.filter(({ path }) => path.startsWith('/rest/memberCreatorVideoAnalytics?'));
    const types = ofVideo.map(({ path }) => /queryType=(\w+)/.exec(path)?.[1]);
    expect(types).toEqual(['VIDEO_PLAY', 'VIDEO_WATCH_TIME']);
  });

  it('is gone where LinkedIn does not find it', async () => {
    const [post] = await publishedPosts(scene, 1);
    if (!post) throw new Error('Nothing was published.');
    await scene.memory.removePost(post.networkPostId);
    expect(await metricsOf(scene).read(scene.connection(), [post])).toEqual(new Map());
  });
});

it('reads videos of a page on LinkedIn with a list of their own', async () => {
  const scene = new Scene('linkedin');
  const posts: MeasuredPost[] = ['urn:li:share:7', 'urn:li:ugcPost:8'].map((networkPostId) => ({
    networkPostId,
    publishedAt: scene.now,
    form: 'feed',
    hasVideo: false,
  }));
  const asked = recording(scene, ({ path }) =>
    path.includes('ugcPosts=List(urn%3Ali%3AugcPost%3A8)')
      ? json(200, {
          elements: [{ ugcPost: 'urn:li:ugcPost:8', totalShareStatistics: { likeCount: 5, clickCount: -1 } }],
        })
      : null,
  );
  const read = await metricsOf(scene).read(scene.connection(), posts);
  expect(asked).toHaveLength(2);
  expect(read.get('urn:li:ugcPost:8')).toMatchObject({
    counts: { likes: 5 },
    missing: { clicks: 'not_given' },
  });
  expect(read.get('urn:li:share:7')).toMatchObject({ counts: {}, missing: { likes: 'not_given' } });
});

it('asks LinkedIn for no plays of a page’s video, which it does not count', async () => {
  const scene = new Scene('linkedin');
  const [post] = await publishedPosts(scene, 1, {}, [medium('video/mp4')]);
  if (!post) throw new Error('Nothing was published.');
  scene.now += 24 * HOUR;
  const asked = recording(scene);
  const read = await metricsOf(scene).read(scene.connection(), [post]);
  expect(read.get(post.networkPostId)?.missing).toMatchObject({ views: 'not_given', watchMs: 'not_given' });
  expect(asked).toHaveLength(1);
});

it('asks Pinterest for the plays of a video, and of nothing else', async () => {
  const scene = new Scene('pinterest');
  const [picture] = await publishedPosts(scene, 1, {}, [medium('image/jpeg')]);
  const [video] = await publishedPosts(scene, 1, {}, [medium('video/mp4')]);
  if (!picture || !video) throw new Error('Nothing was published.');
  scene.now += 72 * HOUR;
  const asked = recording(scene);
  const read = await metricsOf(scene).read(scene.connection(), [picture, video]);
  const counts = read.get(video.networkPostId)?.counts;
  expect(counts?.views).toBeLessThan(counts?.impressions ?? 0);
  expect(counts?.watchMs).toBe((counts?.views ?? 0) * 5000);
  expect(Object.keys(read.get(picture.networkPostId)?.counts ?? {})).not.toContain('views');
  const [ofPicture, ofVideo] = asked.map(({ query }) => String(query?.['metric_types']).split(','));
  expect(ofVideo?.filter((name) => !ofPicture?.includes(name)).sort()).toEqual([
    'VIDEO_MRC_VIEW',
    'VIDEO_V50_WATCH_TIME',
  ]);
});

describe('a post on X', () => {
  it('has the numbers that only its author sees for 30 days', async () => {
    const scene = new Scene('x');
    const [old] = await publishedPosts(scene, 1);
    scene.now += 29 * 24 * HOUR;
    const text = 'Our autumn blend: https://northwind.example/autumn';
    const { networkPostId } = await scene.publish({ ...scene.post(text), since: scene.now });
    const recent: MeasuredPost = { networkPostId, publishedAt: scene.now, form: 'feed', hasVideo: false };
    if (!old) throw new Error('Nothing was published.');
    scene.now += 48 * HOUR;
    const asked = recording(scene);
    const read = await metricsOf(scene).read(scene.connection(), [old, recent]);
    expect(read.get(recent.networkPostId)?.counts.clicks).toBeGreaterThan(0);
    expect(read.get(old.networkPostId)?.missing).toEqual({ clicks: 'too_late' });
    const fields = asked.flatMap(({ path, query }) =>
      path === '/2/tweets' ? [query?.['tweet.fields']] : [],
    );
    expect(fields).toEqual(['public_metrics,non_public_metrics', 'public_metrics']);
  });

  it('has no clicks without a link', async () => {
    const scene = new Scene('x');
    const [post] = await publishedPosts(scene, 1);
    if (!post) throw new Error('Nothing was published.');
    scene.now += 24 * HOUR;
    const read = await metricsOf(scene).read(scene.connection(), [post]);
    expect(read.get(post.networkPostId)?.missing).toEqual({ clicks: 'not_given' });
  });

  it('is not read again to count followers, which X charges for', async () => {
    const scene = new Scene('x');
    const asked = recording(scene);
    expect(await metricsOf(scene).followers(scene.connection())).toBeNull();
    expect(asked).toEqual([]);
  });
});

it('costs nothing but on X', () => {
  const prices = PLATFORMS.map((platform) => {
    const { metrics } = RULES[platform];
    return [platform, metrics ? dollarsPerPost(metrics) : null];
  });
  expect(Object.fromEntries(prices.filter(([, price]) => price !== 0))).toEqual({ x: 0.015 });
});

describe('a post on TikTok', () => {
  it('has no numbers while it is not public', async () => {
    const scene = new Scene('tiktok');
    const posts = await publishedPosts(scene, 1, { privacy: 'private' });
    scene.now += 24 * HOUR;
    const read = await metricsOf(scene).read(scene.connection(), posts);
    const missing = { views: 'not_given', likes: 'not_given', replies: 'not_given', shares: 'not_given' };
    expect([...read.values()]).toEqual([{ counts: {}, missing }]);
  });

  it('is read by the id that it got after it was published', async () => {
    const scene = new Scene('tiktok');
    const [post] = await publishedPosts(scene, 1);
    if (!post) throw new Error('Nothing was published.');
    scene.now += 24 * HOUR;
    recording(scene, ({ path }) =>
      path === '/v2/post/publish/status/fetch/'
        ? json(200, {
            data: { status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [post.networkPostId] },
            error: { code: 'ok', message: '' },
          })
        : null,
    );
    const upload = { ...post, networkPostId: 'v_pub_file~v2-1.7' };
    const read = await metricsOf(scene).read(scene.connection(), [upload]);
    expect(read.get(upload.networkPostId)?.counts.views).toBeGreaterThan(0);
  });
});

it('asks a server of Mastodon for one status at a time where it does not answer for several', async () => {
  const scene = new Scene('mastodon');
  const posts = await publishedPosts(scene, 3);
  const asked = recording(scene, ({ path }) =>
    path === '/api/v1/statuses' ? json(404, { error: 'The page you were looking for doesn’t exist' }) : null,
  );
  const read = await metricsOf(scene).read(scene.connection(), posts);
  expect([...read.keys()].sort()).toEqual(posts.map(({ networkPostId }) => networkPostId).sort());
  expect(asked).toHaveLength(1 + posts.length);
});

it('gives no number that a server of Mastodon leaves out', async () => {
  const scene = new Scene('mastodon');
  const posts = await publishedPosts(scene, 1);
  recording(scene, () =>
    json(200, { id: posts[0]?.networkPostId, favourites_count: 3, replies_count: 'many' }),
  );
  const read = await metricsOf(scene).read(scene.connection(), posts);
  expect([...read.values()]).toEqual([{ counts: { likes: 3 } }]);
});

it.each([
  ['does not know the method', 501, { error: 'MethodNotImplemented', message: 'Method Not Implemented' }],
  [
    'has no service for the method',
    400,
    { error: 'InvalidRequest', message: 'No service configured for app.bsky' },
  ],
])('gives no numbers where a server of Bluesky without an app view %s', async (_why, status, refusal) => {
  const scene = new Scene('bluesky');
  const posts = await publishedPosts(scene, 1);
  recording(scene, () => json(status, refusal));
  const read = await metricsOf(scene).read(scene.connection(), posts);
  expect([...read.values()]).toEqual([{ counts: {} }]);
  expect(await metricsOf(scene).followers(scene.connection())).toBeNull();
});

it('does not take a request that Bluesky cannot read for a missing app view', async () => {
  const scene = new Scene('bluesky');
  const posts = await publishedPosts(scene, 1);
  recording(scene, () => json(400, { error: 'InvalidRequest', message: 'uris must be an array' }));
  await expect(metricsOf(scene).read(scene.connection(), posts)).rejects.toBeInstanceOf(NetworkRefusal);
});
