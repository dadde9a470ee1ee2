import { describe, expect, it } from 'vitest';
import { medium, Scene } from '../../../../test/support/networks/network-scene.js';
import { valueAt } from '../requests/json-answer.js';
import { facetsOf } from './facets.js';

const decoder = new TextDecoder();

/** The text a facet covers, by UTF-8 offsets as Bluesky reads them. */
function covered(text: string, { index }: { index: { byteStart: number; byteEnd: number } }): string {
  return decoder.decode(new TextEncoder().encode(text).slice(index.byteStart, index.byteEnd));
}

describe('facets', () => {
  it('cover links, mentions and hashtags by byte offsets, after any preceding text', () => {
    const text = '☕️ café: https://fernhill.example/menü. Grüße an @alice.example 🌱 #kaffee';
    const facets = facetsOf(text, () => 'did:plc:alice');
    expect(facets.map((facet) => [covered(text, facet), facet.features[0]])).toEqual([
      [
        'https://fernhill.example/menü',
        { $type: 'app.bsky.richtext.facet#link', uri: 'https://fernhill.example/menü' },
      ],
      ['@alice.example', { $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:alice' }],
      ['#kaffee', { $type: 'app.bsky.richtext.facet#tag', tag: 'kaffee' }],
    ]);
  });

  it('do not cover a handle that does not exist', () => {
    expect(facetsOf('Hello @nobody.example', () => null)).toEqual([]);
  });
});

describe('a post sent twice with one record key', () => {
  it('is confirmed without a second commit', async () => {
    const scene = new Scene('bluesky');
    const post = scene.post('We are open on Sunday.');
    const first = await scene.publish(post);
    expect(first.adopted).toBe(false);
    scene.now += 60_000;
    expect(await scene.publish(post)).toEqual({ ...first, adopted: true });
  });

  it('counts as the same post if only its facets differ', async () => {
    const scene = new Scene('bluesky');
    const post = scene.post('Thanks, @alice.example!');
    const first = await scene.network.adapter.create(scene.connection(), post, {});
    const again = await scene.network.adapter.create(scene.connection(), post, {
      'did:alice.example': 'did:plc:a',
    });
    expect(again).toEqual({ ...first, adopted: true });
    expect(scene.memory.posts).toHaveLength(1);
  });

  it('never replaces a post with another text', async () => {
    const scene = new Scene('bluesky');
    const post = scene.post('The first text.');
    await scene.publish(post);
    const other = { ...post, content: { ...post.content, text: 'Another text.' } };
    await expect(scene.publish(other)).rejects.toMatchObject({ code: 'service_error' });
    expect(scene.memory.posts.map(({ text }) => text)).toEqual(['The first text.']);
  });
});

it('attaches images as blobs, with their alt texts', async () => {
  const scene = new Scene('bluesky');
  await scene.publish(scene.post('Look', {}, [medium('image/png', 'one'), medium('image/jpeg', 'two')]));
  const [stored] = scene.memory.posts;
  expect(stored?.mediaIds).toHaveLength(2);
  expect(valueAt(stored?.rawCall, 'record', 'embed', 'images', 0, 'alt')).toBe('A cup of coffee');
});
