import { describe, expect, it } from 'vitest';
import { medium, Scene } from '../../../../test/support/networks/network-scene.js';
import type { PostType } from '../../../contract/posts/content.js';
import { SIMULATED_NETWORKS } from '../../simulators/registry.js';
import { json } from '../answers.js';
import type { MeasuredPost } from '../metrics-adapter.js';
import type { WireRequest } from '../wire.js';

const HOUR = 60 * 60_000;

function metricError(message: string, code = 100, subcode?: number) {
  return json(400, {
    error: {
      message,
      type: 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
    },
  });
}

/** The names of metrics that a network has been asked for, where some requests are answered otherwise. */
function askedNames(scene: Scene, otherwise: (names: readonly string[]) => ReturnType<typeof json> | null) {
  const asked: (readonly string[])[] = [];
  const { simulator } = SIMULATED_NETWORKS[scene.platform];
  scene.simulator = {
    ...simulator,
    answer: async (request: WireRequest, context) => {
      const metric = request.query?.['metric'];
      if (typeof metric !== 'string') return simulator.answer(request, context);
      const names = metric.split(',');
      asked.push(names);
      return otherwise(names) ?? simulator.answer(request, context);
    },
  };
  return asked;
}

async function publishedPost(
  scene: Scene,
  form: PostType = 'feed',
  media = scene.media(),
): Promise<MeasuredPost> {
  const { networkPostId } = await scene.publish(
    scene.post('A morning at the roastery', { postType: form }, media),
  );
  return { networkPostId, publishedAt: scene.now, form, hasVideo: form === 'reel' };
}

async function countsOf(scene: Scene, post: MeasuredPost) {
  const read = await scene.network.adapter.metrics?.read(scene.connection(), [post]);
  return read?.get(post.networkPostId);
}

describe('a metric that the network has retired', () => {
  it('is dropped where the error lists the others', async () => {
    const scene = new Scene('threads');
    const post = await publishedPost(scene);
    scene.now += 24 * HOUR;
    const asked = askedNames(scene, (names) =>
      names.includes('views')
        ? metricError(
            '(#100) metric[0] must be one of the following values: likes, replies, reposts, quotes, shares',
          )
        : null,
    );
    const read = await countsOf(scene, post);
    expect(asked).toEqual([
      ['views', 'likes', 'reposts', 'quotes', 'replies', 'shares'],
      ['likes', 'reposts', 'quotes', 'replies', 'shares'],
    ]);
    expect(read?.missing).toEqual({ views: 'removed' });
    expect(read?.counts.likes).toBeGreaterThan(0);
  });

  it('is dropped where the error names it', async () => {
    const scene = new Scene('threads');
    const post = await publishedPost(scene);
    scene.now += 24 * HOUR;
    const asked = askedNames(scene, (names) =>
      names.includes('quotes')
        ? metricError('(#100) Starting from version 26 and above, the quotes metric is no longer supported.')
        : null,
    );
    expect((await countsOf(scene, post))?.missing).toEqual({ quotes: 'removed' });
    expect(asked).toHaveLength(2);
  });

  it('is found by asking for each alone where the error does not name it', async () => {
    const scene = new Scene('facebook');
    const post = await publishedPost(scene);
    scene.now += 72 * HOUR;
    const asked = askedNames(scene, (names) =>
      names.includes('post_media_view')
        ? metricError('(#100) The value must be a valid insights metric')
        : null,
    );
    const read = await countsOf(scene, post);
    expect(asked.map((names) => names.length)).toEqual([4, 1, 1, 1, 1]);
    expect(read?.missing).toEqual({ views: 'removed' });
    expect(read?.counts).toMatchObject({ reach: expect.any(Number), likes: expect.any(Number) });
  });

  it('is not said of one that the network gives for other forms of post', async () => {
    const scene = new Scene('instagram');
    const post = await publishedPost(scene);
    scene.now += 72 * HOUR;
    askedNames(scene, (names) =>
      names.includes('shares')
        ? metricError('(#100) The metric shares is not supported for this media type')
        : null,
    );
    expect((await countsOf(scene, post))?.missing).toMatchObject({ shares: 'not_given' });
  });
});

describe('numbers that the network leaves out', () => {
  it('come later, while it is behind', async () => {
    const scene = new Scene('instagram');
    const post = await publishedPost(scene);
    scene.now += HOUR / 4;
    expect(await countsOf(scene, post)).toMatchObject({ counts: {}, missing: { likes: 'not_yet' } });
    scene.now += 28 * 24 * HOUR;
    expect(await countsOf(scene, post)).toMatchObject({ missing: { replies: 'not_given' } });
  });

  it('are not counted as 0 for a story with few viewers', async () => {
    const scene = new Scene('instagram');
    const post = await publishedPost(scene, 'story');
    scene.now += HOUR;
    askedNames(scene, () => metricError('(#10) Not enough viewers for the media to show insights', 10));
    const missing = { views: 'not_yet', reach: 'not_yet', replies: 'not_yet', shares: 'not_yet' };
    expect(await countsOf(scene, post)).toEqual({ counts: {}, missing });
  });

  it('do not hold up other posts where the network refuses one post for good', async () => {
    const scene = new Scene('instagram');
    const post = await publishedPost(scene);
    const words = 'Media posted before business account conversion';
    askedNames(scene, () => metricError(words, 100, 2_108_006));
    expect((await countsOf(scene, post))?.missing).toMatchObject({ likes: 'not_given' });
  });
});

describe('a story', () => {
  it('has numbers for 24 hours', async () => {
    const scene = new Scene('instagram');
    const post = await publishedPost(scene, 'story');
    scene.now = post.publishedAt + 23 * HOUR;
    const read = await countsOf(scene, post);
    expect(read?.counts).toMatchObject({ views: expect.any(Number), reach: expect.any(Number) });
    scene.now = post.publishedAt + 25 * HOUR;
    const asked = askedNames(scene, () => null);
    const missing = { views: 'too_late', reach: 'too_late', replies: 'too_late', shares: 'too_late' };
    expect(await countsOf(scene, post)).toEqual({ counts: {}, missing });
    expect(asked).toEqual([]);
  });
});

describe('a reel', () => {
  it.each(['instagram', 'facebook'] as const)(
    'of %s has the time for which it was watched',
    async (platform) => {
      const scene = new Scene(platform);
      const post = await publishedPost(scene, 'reel', [medium('video/mp4')]);
      scene.now += 72 * HOUR;
      const read = await countsOf(scene, post);
      expect(read?.counts.watchMs).toBeGreaterThan(read?.counts.views ?? Number.POSITIVE_INFINITY);
      expect(read?.missing ?? {}).not.toHaveProperty('views');
    },
  );

  it('of Facebook adds up all kinds of reactions', async () => {
    const scene = new Scene('facebook');
    const post = await publishedPost(scene, 'reel', [medium('video/mp4')]);
    const { simulator } = SIMULATED_NETWORKS.facebook;
    scene.simulator = {
      ...simulator,
      answer: async (request, context) =>
        request.path.endsWith('/video_insights')
          ? json(200, {
              data: [
                {
                  name: 'post_video_likes_by_reaction_type',
                  values: [{ value: { REACTION_LIKE: 30, REACTION_WOW: 4 } }],
                },
              ],
            })
          : simulator.answer(request, context),
    };
    expect((await countsOf(scene, post))?.counts).toEqual({ likes: 34 });
  });
});

it('a page with too few likes has no number of followers', async () => {
  const scene = new Scene('facebook');
  const { simulator } = SIMULATED_NETWORKS.facebook;
  scene.simulator = { ...simulator, answer: async () => json(200, { data: [] }) };
  expect(await scene.network.adapter.metrics?.followers(scene.connection())).toBeNull();
});
