import { describe, expect, it } from 'vitest';
import { medium, Scene } from '../../../../test/support/networks/network-scene.js';
import { formWith } from '../requests/media-bytes.js';
import { Multipart, type Wire } from '../wire.js';
import { withoutSchemes, writtenText } from './timeline-text.js';

describe('the text of a listed post', () => {
  it('is what its author wrote: full links, unescaped characters, no media links', () => {
    const tweet = {
      text: 'Tea &lt; coffee &amp;amp; more https://t.co/abc https://t.co/pic',
      entities: {
        urls: [
          { url: 'https://t.co/abc', expanded_url: 'https://fernhill.example/?a=1&b=2' },
          { url: 'https://t.co/pic', expanded_url: 'https://x.com/…/photo/1', media_key: '3_1' },
        ],
      },
    };
    expect(writtenText(tweet)).toBe('Tea < coffee &amp; more https://fernhill.example/?a=1&b=2 ');
  });

  it('is the long form if there is one', () => {
    expect(writtenText({ text: 'Cut…', note_tweet: { text: 'The whole text' } })).toBe('The whole text');
  });

  it('is compared without the schemes that X adds', () => {
    expect(withoutSchemes('See http://fernhill.example')).toBe(withoutSchemes('See fernhill.example'));
  });
});

it('an image is uploaded with the fields that X has, and refused with any other', async () => {
  const scene = new Scene('x');
  const forms: (readonly string[])[] = [];
  const wire: Wire = {
    ...scene.wire,
    send(request, signal) {
      const { body } = request;
      if (body instanceof Multipart) forms.push([...Object.keys(body.fields), body.file.field]);
      return scene.wire.send(request, signal);
    },
  };
  await scene.publish(scene.post('Look', {}, [medium('image/png')]), scene.connection(wire));
  expect(forms).toEqual([['media_category', 'media']]);
  const withType = formWith('media', medium('image/png'), { media_type: 'image/png' });
  const { accessToken } = scene.account.credentials;
  const request = { method: 'POST', path: '/2/media/upload', body: withType } as const;
  const headers = { authorization: `Bearer ${accessToken}` };
  const { status } = await scene.wire.send({ ...request, headers }, AbortSignal.timeout(1000));
  expect(status).toBe(400);
});

describe('a duplicate text', () => {
  it('is rejected within a day, and accepted afterwards', async () => {
    const scene = new Scene('x');
    await scene.publish(scene.post('Open on Sunday'));
    scene.now += 60_000;
    await expect(scene.publish(scene.post('Open  on\nSunday'))).rejects.toMatchObject({
      code: 'duplicate_content',
      answer: { status: 403, message: 'You are not allowed to create a Tweet with duplicate content.' },
    });
    scene.now += 24 * 60 * 60 * 1000;
    await scene.publish(scene.post('Open on Sunday'));
    expect(scene.memory.posts).toHaveLength(2);
  });
});

describe('a version of X that names the fields of posts otherwise', () => {
  /** Refuses the older name of the parameter, as X refuses every parameter that it does not have. */
  function newer(scene: Scene): Wire {
    const { wire } = scene;
    return {
      origin: wire.origin,
      webUrl: wire.webUrl,
      async send({ query = {}, ...request }, signal) {
        const { 'tweet.fields': older, 'post.fields': fields, ...others } = query;
        if (older !== undefined) {
          const message = 'The query parameter [tweet.fields] is not one of [post.fields,max_results]';
          const type = 'https://api.twitter.com/2/problems/invalid-request';
          return {
            status: 400,
            headers: {},
            body: { errors: [{ message }], title: 'Invalid Request', type },
          };
        }
        const named = String(fields).replace('note_post', 'note_tweet').replace('ced_posts', 'ced_tweets');
        const asked = fields === undefined ? others : { ...others, 'tweet.fields': named };
        const { body, ...answer } = await wire.send({ ...request, query: asked }, signal);
        const written = JSON.stringify(body)
          .replaceAll('"note_tweet"', '"note_post"')
          .replaceAll('"referenced_tweets"', '"referenced_posts"');
        return { ...answer, body: JSON.parse(written) };
      },
    };
  }

  it('is looked through, with replies, and its numbers are read', async () => {
    const scene = new Scene('x');
    const { adapter } = scene.network;
    const main = await scene.publish(scene.post('Open on Sunday'));
    const part = scene.part('thread', 'From nine', main);
    await adapter.createPart?.(scene.connection(), part);
    const connection = scene.connection(newer(scene));
    const { networkPostId } = main;
    const found = await adapter.find?.(connection, scene.post('Open on Sunday'), {});
    expect(found).toMatchObject({ networkPostId });
    expect(await adapter.findPart?.(connection, part)).toMatchObject({ adopted: true });
    const measured = { networkPostId, publishedAt: scene.now, form: 'feed', hasVideo: false } as const;
    expect((await adapter.metrics?.read(connection, [measured]))?.get(networkPostId)).toBeDefined();
  });

  it('is asked once more for nothing but that refusal', async () => {
    const scene = new Scene('x');
    let asked = 0;
    const send: Wire['send'] = async () => {
      asked += 1;
      return { status: 400, headers: {}, body: { title: 'Invalid Request', detail: 'start_time is wrong' } };
    };
    const { origin, webUrl } = scene.wire;
    const search = scene.network.adapter.find?.(
      scene.connection({ origin, webUrl, send }),
      scene.post('Hi'),
      {},
    );
    await expect(search).rejects.toMatchObject({ name: 'NetworkRefusal' });
    expect(asked).toBe(1);
  });
});

describe('the lookup', () => {
  it('does not match an older post with the same text', async () => {
    const scene = new Scene('x');
    await scene.publish(scene.post('Open on Sunday'));
    scene.now += 25 * 60 * 60 * 1000;
    expect(
      await scene.network.adapter.find?.(scene.connection(), scene.post('Open on Sunday'), {}),
    ).toBeNull();
  });

  it('does not match a post that belongs to another target', async () => {
    const scene = new Scene('x');
    const post = scene.post('Open on Sunday');
    const { networkPostId } = await scene.publish(post);
    const twin = { ...post, knownPostIds: [networkPostId] };
    expect(await scene.network.adapter.find?.(scene.connection(), twin, {})).toBeNull();
  });

  it('reads all pages of the list', async () => {
    const scene = new Scene('x');
    const post = scene.post('The one that is looked for');
    await scene.publish(post);
    for (let number = 0; number < 120; number += 1) {
      scene.now += 20_000;
      await scene.publish(scene.post(`Another one, number ${number}`));
    }
    expect(await scene.network.adapter.find?.(scene.connection(), post, {})).toMatchObject({ adopted: true });
  });
});

it('allows one cashtag', async () => {
  const scene = new Scene('x');
  await scene.publish(scene.post('Long $SBUX'));
  await expect(scene.publish(scene.post('Long $SBUX and $KO'))).rejects.toMatchObject({
    code: 'text_invalid',
  });
});

it('attaches uploaded images', async () => {
  const scene = new Scene('x');
  await scene.publish(scene.post('Look', {}, [medium('image/png')]));
  expect(scene.memory.posts[0]?.mediaIds).toEqual([expect.stringMatching(/^\d{19}$/)]);
});
