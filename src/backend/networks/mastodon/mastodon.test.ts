import { expect, it } from 'vitest';
import { medium, Scene } from '../../../../test/support/networks/network-scene.js';

const HOUR = 60 * 60 * 1000;

it('returns the first status for a repeated key for an hour', async () => {
  const scene = new Scene('mastodon');
  const post = scene.post('Fresh bread');
  const first = await scene.publish(post);
  scene.now += HOUR - 1;
  expect(await scene.publish(post)).toEqual({ ...first, adopted: true });
  expect(scene.memory.posts).toHaveLength(1);
});

it('forgets the key after an hour, so the status is looked up', async () => {
  const scene = new Scene('mastodon');
  const { adapter } = scene.network;
  const post = scene.post('Fresh <b>bread</b> & butter\n\nat https://fernhill.example/bread');
  const first = await scene.publish(post);
  scene.now += HOUR + 1;
  expect(adapter.keyLifetimeMs).toBeLessThan(HOUR);
  expect(await adapter.find?.(scene.connection(), post, {})).toEqual({ ...first, adopted: true });
  // Without the lookup, a second status is published.
  await scene.publish(post);
  expect(scene.memory.posts).toHaveLength(2);
});

it('accepts the same text with another key', async () => {
  const scene = new Scene('mastodon');
  const post = scene.post('Fresh bread');
  await scene.publish(post);
  await scene.publish({ ...post, key: 'another' });
  expect(scene.memory.posts).toHaveLength(2);
});

it('sends the visibility and the images', async () => {
  const scene = new Scene('mastodon');
  await scene.publish(scene.post('For followers', { privacy: 'followers' }, [medium('image/webp')]));
  expect(scene.memory.posts[0]?.rawCall).toMatchObject({
    visibility: 'private',
    media_ids: [expect.any(String)],
  });
});
