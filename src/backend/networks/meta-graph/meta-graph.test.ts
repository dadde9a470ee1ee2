import { describe, expect, it } from 'vitest';
import { medium, Scene } from '../../../../test/support/networks/network-scene.js';
import { json } from '../answers.js';
import { ConnectionFailed, type Wire } from '../wire.js';

const DAY = 24 * 60 * 60 * 1000;

describe.each(['threads', 'instagram'] as const)('containers on %s', (platform) => {
  it('contain several images as a carousel', async () => {
    const scene = new Scene(platform);
    const images = [medium('image/jpeg', 'a'), medium('image/jpeg', 'b')];
    await scene.publish(scene.post('Two', {}, images));
    expect(scene.memory.posts).toHaveLength(1);
    expect(scene.memory.posts[0]).toMatchObject({
      text: 'Two',
      mediaIds: [expect.any(String), expect.any(String)],
    });
  });

  it('cannot be published after a day, or twice', async () => {
    const scene = new Scene(platform);
    const { adapter } = scene.network;
    const post = scene.post('Once');
    const prepared = (await adapter.prepare?.(scene.connection(), post)) ?? {};
    const stale = (await adapter.prepare?.(scene.connection(), post)) ?? {};
    await adapter.create(scene.connection(), post, prepared);
    await expect(adapter.create(scene.connection(), post, prepared)).rejects.toMatchObject({
      answer: { status: 400 },
    });
    scene.now += DAY + 1;
    await expect(adapter.create(scene.connection(), post, stale)).rejects.toMatchObject({
      code: 'media_processing_failed',
    });
    expect(scene.memory.posts).toHaveLength(1);
  });

  it('need media URLs that the network can reach', async () => {
    const scene = new Scene(platform);
    const unreachable = { ...medium('image/jpeg'), publicUrl: null };
    await expect(scene.publish(scene.post('Look', {}, [unreachable]))).rejects.toMatchObject({
      code: 'media_invalid',
    });
  });
});

/** A wire on which the first requests for the URL of a published post fail. */
function withoutPermalinks(wire: Wire, failure: 'status' | 'connection', times: number): Wire {
  let left = times;
  return {
    origin: wire.origin,
    webUrl: wire.webUrl,
    async send(request, signal) {
      if (left === 0 || !/permalink/.test(String(request.query?.['fields'])))
        return wire.send(request, signal);
      left -= 1;
      if (failure === 'connection') throw new ConnectionFailed('refused', false);
      return json(400, { error: { code: 4, message: '(#4) Application request limit reached' } });
    },
  };
}

describe.each(['threads', 'instagram', 'facebook'] as const)(
  '%s, if the URL of the post cannot be read',
  (platform) => {
    it.each(['status', 'connection'] as const)(
      'asks again, and otherwise leads to the account: the post is published (%s)',
      async (failure) => {
        const scene = new Scene(platform);
        const published = async (times: number) => {
          const wire = withoutPermalinks(scene.wire, failure, times);
          const { url } = await scene.publish(scene.post(`Out after ${times}`), scene.connection(wire));
          return [url.replace(scene.webUrl, ''), scene.memory.posts.at(-1)] as const;
        };
        const [address, post] = await published(2);
        expect(address).toBe(post?.path);
        const [page, other] = await published(Number.POSITIVE_INFINITY);
        const { handle } = scene.account;
        const pages = {
          threads: `/@${handle}`,
          instagram: `/${handle}/`,
          facebook: `/${other?.networkPostId}`,
        };
        expect(page).toBe(pages[platform]);
        expect(scene.memory.posts).toHaveLength(2);
      },
    );
  },
);

it('Threads counts different URLs, including the attached link', async () => {
  const scene = new Scene('threads');
  const links = Array.from({ length: 5 }, (_, place) => `https://fernhill.example/${place}`).join(' ');
  await scene.publish(scene.post(`${links} https://fernhill.example/0`));
  await expect(
    scene.publish(scene.post(links, { link: 'https://fernhill.example/6' })),
  ).rejects.toMatchObject({ code: 'text_invalid', answer: { code: 'THREADS_API__LINK_LIMIT_EXCEEDED' } });
});

it('Instagram publishes a single video as a reel', async () => {
  const scene = new Scene('instagram');
  const { url } = await scene.publish(scene.post('Latte art', {}, [medium('video/mp4')]));
  expect(url).toMatch(/\/reel\/[\w-]{11,}$/);
});

it('Facebook rejects the same message twice in a row', async () => {
  const scene = new Scene('facebook');
  await scene.publish(scene.post('Open'));
  await expect(scene.publish(scene.post('Open'))).rejects.toMatchObject({
    code: 'duplicate_content',
    answer: { code: '506' },
  });
  await scene.publish(scene.post('Closed'));
  await scene.publish(scene.post('Open'));
  expect(scene.memory.posts).toHaveLength(3);
});

it('Facebook attaches photos that were uploaded unpublished', async () => {
  const scene = new Scene('facebook');
  await scene.publish(scene.post('Two', {}, [medium('image/png', 'a'), medium('image/png', 'b')]));
  expect(scene.memory.posts[0]?.mediaIds).toHaveLength(2);
});
