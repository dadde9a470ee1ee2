import { describe, expect, it } from 'vitest';
import { sampleBytes } from '../../../test/support/media/sample-bytes.js';
import { medium, Scene } from '../../../test/support/networks/network-scene.js';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import { RULES } from '../../networks/rules.js';
import { failingAccount } from '../simulators/failing-account.js';
import type { OutgoingMedia, Prepared } from './outgoing-post.js';

/** A file of the given size. */
function large(contentType: string, bytes: number, key = 'large'): OutgoingMedia {
  const whole = sampleBytes(contentType, bytes);
  return {
    ...medium(contentType, key),
    bytes,
    open: (range) => new Blob([range ? whole.subarray(range.start, range.end) : whole]).stream(),
  };
}

const IMAGES = PLATFORMS.filter((platform) => RULES[platform].forms.feed.images);
const MAX_IMAGES: Readonly<Partial<Record<Platform, number>>> = {
  pinterest: 5,
  bluesky: 4,
  x: 4,
  mastodon: 4,
};
/** Networks whose API does not support alt text. */
const WITHOUT_ALT_TEXT: readonly Platform[] = ['tiktok'];

describe.each(IMAGES)('images on %s', (platform) => {
  it.each([1, MAX_IMAGES[platform] ?? 4])('publishes %i in order, with their alt texts', async (count) => {
    const scene = new Scene(platform);
    const media = Array.from({ length: count }, (_, index) => ({
      ...medium('image/jpeg', `image-${index}`),
      altText: `Cup ${index + 1}`,
    }));
    const made = await scene.publish(scene.post('A tasting', {}, media));
    const [post] = scene.memory.posts;
    expect(made.url).toContain(scene.webUrl);
    expect(post?.mediaIds).toHaveLength(count);
    expect(post?.media?.map(({ contentType }) => contentType)).toEqual(media.map(() => 'image/jpeg'));
    const described =
      platform === 'pinterest' ? media.map(() => 'Cup 1') : media.map((_, i) => `Cup ${i + 1}`);
    const altTexts = post?.media?.map(({ altText }) => altText);
    expect(altTexts).toEqual(WITHOUT_ALT_TEXT.includes(platform) ? media.map(() => null) : described);
  });

  it('rejects an unsupported file, and publishes nothing', async () => {
    const scene = new Scene(platform);
    const text = platform === 'youtube' ? 'image/jpeg' : 'text/plain';
    const broken = { ...medium(text), contentType: 'image/jpeg' };
    await expect(scene.publish(scene.post('Look', {}, [broken]))).rejects.toMatchObject({
      code: expect.stringMatching(/^media_/),
    });
    expect(scene.memory.posts).toHaveLength(0);
  });
});

describe.each(PLATFORMS)('a video on %s', (platform) => {
  it('is published', async () => {
    const scene = new Scene(platform);
    const made = await scene.publish(scene.post('The roaster at work', {}, [medium('video/mp4')]));
    expect(made.url).toContain(scene.webUrl);
    expect(scene.memory.posts[0]?.media).toMatchObject([{ contentType: 'video/mp4' }]);
  });

  it('is not published if processing fails', async () => {
    const scene = new Scene(platform, failingAccount('media_processing_fails', platform));
    const failure = scene.publish(scene.post('The roaster at work', {}, [medium('video/mp4')]));
    await expect(failure).rejects.toMatchObject({
      code: expect.stringMatching(/^media_(processing_failed|invalid)$/),
    });
  });
});

describe('a long video is uploaded in chunks', () => {
  it.each([
    ['x', 9_000_000, 3],
    ['tiktok', 25_000_000, 2],
    ['youtube', 20_000_000, 3],
    ['linkedin', 9_000_000, 3],
  ] as const)('to %s', async (platform, bytes, pieces) => {
    const scene = new Scene(platform);
    const sent: number[] = [];
    const connection = scene.connection({
      origin: scene.wire.origin,
      webUrl: scene.webUrl,
      send: (request, signal) => {
        const { body, headers } = request;
        const length = headers['content-length'];
        if (body instanceof ReadableStream && length !== undefined) sent.push(Number(length));
        else if (body && typeof body === 'object' && 'file' in body) sent.push(-1);
        return scene.wire.send(request, signal);
      },
    });
    await scene.publish(scene.post('Long', {}, [large('video/mp4', bytes)]), connection);
    expect(sent).toHaveLength(pieces);
    expect(scene.memory.posts[0]?.media).toMatchObject([{ bytes, contentType: 'video/mp4' }]);
  });
});

describe('prepare continues where an earlier attempt stopped', () => {
  it.each(['x', 'mastodon', 'linkedin', 'bluesky', 'facebook', 'instagram', 'threads', 'pinterest'] as const)(
    'on %s: no file is uploaded twice',
    async (platform) => {
      const scene = new Scene(platform);
      const files =
        platform === 'pinterest' ? [medium('video/mp4')] : [1, 2].map((n) => medium('image/jpeg', `${n}`));
      const post = scene.post('Two', {}, files);
      const kept: Prepared[] = [];
      const first = await scene.network.adapter.prepare?.(scene.connection(), post, {
        earlier: {},
        keep: async (more) => void kept.push(more),
      });
      expect(kept.at(-1)).toEqual(first);
      expect(kept.length).toBeGreaterThanOrEqual(files.length);

      const uploads: string[] = [];
      const again = scene.connection({
        origin: scene.wire.origin,
        webUrl: scene.webUrl,
        send: (request, signal) => {
          if (request.method !== 'GET') uploads.push(request.path);
          return scene.wire.send(request, signal);
        },
      });
      const second = await scene.network.adapter.prepare?.(again, post, {
        earlier: first ?? {},
        keep: async () => undefined,
      });
      expect(second).toEqual(first);
      expect(uploads).toEqual([]);
    },
  );
});

describe('post types', () => {
  it.each([
    ['instagram', 'reel', 'video/mp4', /\/reel\//],
    ['facebook', 'reel', 'video/mp4', /\/reel\//],
    ['facebook', 'story', 'image/jpeg', /\/stories\//],
    ['facebook', 'story', 'video/mp4', /\/stories\//],
    ['tiktok', null, 'image/jpeg', /\/photo\//],
  ] as const)('%s %s of %s', async (platform, postType, contentType, address) => {
    const scene = new Scene(platform);
    const post = scene.post('Open', { postType }, [medium(contentType)]);
    const { adapter } = scene.network;
    const prepared = (await adapter.prepare?.(scene.connection(), post)) ?? {};
    const { media: _media, ...sought } = post;
    if (platform !== 'tiktok') expect(await adapter.find?.(scene.connection(), sought, prepared)).toBeNull();
    const made = await adapter.create(scene.connection(), post, prepared);
    expect(made.url).toMatch(address);
    if (platform !== 'tiktok') {
      expect(await adapter.find?.(scene.connection(), sought, prepared)).toMatchObject({
        networkPostId: made.networkPostId,
        adopted: true,
      });
    }
  });

  it('an Instagram story has no caption, so its outcome is in doubt if the response is lost', async () => {
    const scene = new Scene('instagram');
    const post = scene.post('Open', { postType: 'story' }, [medium('image/jpeg')]);
    const { adapter } = scene.network;
    const prepared = (await adapter.prepare?.(scene.connection(), post)) ?? {};
    expect(await adapter.find?.(scene.connection(), post, prepared)).toBeNull();
    await adapter.create(scene.connection(), post, prepared);
    expect(scene.memory.posts).toMatchObject([{ text: '', media: [{ contentType: 'image/jpeg' }] }]);
    await expect(adapter.find?.(scene.connection(), post, prepared)).rejects.toMatchObject({
      name: 'OutcomeInDoubt',
    });
  });

  it('a TikTok photo post is never retried automatically if the response is lost', async () => {
    const scene = new Scene('tiktok');
    const post = scene.post('Photos', {}, [medium('image/jpeg')]);
    const prepared = (await scene.network.adapter.prepare?.(scene.connection(), post)) ?? {};
    await expect(scene.network.adapter.find?.(scene.connection(), post, prepared)).rejects.toMatchObject({
      name: 'OutcomeInDoubt',
    });
  });
});

describe('covers', () => {
  it('of a reel and a pin are published with the post', async () => {
    for (const platform of ['instagram', 'pinterest'] as const) {
      const scene = new Scene(platform);
      const post = scene.post('With a cover', {}, [medium('video/mp4')]);
      await scene.publish({ ...post, cover: medium('image/jpeg', 'cover') });
      expect(scene.memory.posts[0]?.media).toMatchObject([{ cover: { contentType: 'image/jpeg' } }]);
    }
  });

  it('of a YouTube video is set by a separate request, which can be repeated', async () => {
    const scene = new Scene('youtube');
    const { adapter } = scene.network;
    const made = await scene.publish(scene.post('With a thumbnail'));
    const part = { ...scene.part('thumbnail', 'cover', made), image: medium('image/png', 'cover') };
    await adapter.createPart?.(scene.connection(), part);
    await adapter.createPart?.(scene.connection(), part);
    expect(await adapter.findPart?.(scene.connection(), part)).toBeNull();
    expect(scene.memory.posts).toMatchObject([{ media: [{ cover: { contentType: 'image/png' } }] }]);
    const tooLarge = { ...part, image: large('image/png', 3_000_000) };
    await expect(adapter.createPart?.(scene.connection(), tooLarge)).rejects.toMatchObject({
      code: 'media_invalid',
    });
  });
});
