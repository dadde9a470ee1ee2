import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medium, Scene } from '../../../../test/support/networks/network-scene.js';
import { LINKEDIN_VERSION } from '../../../networks/access/linkedin.js';
import type { Wire } from '../wire.js';
import { fromLittleText, toLittleText } from './little-text.js';

const DAY = 24 * 60 * 60 * 1000;

describe('little text', () => {
  it('preserves every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fromLittleText(toLittleText(text))).toBe(text);
      }),
    );
    const signs = 'a|b {c} @d [e](f) <g> #h #1 \\i *j* _k_ ~l~ #new_beans';
    expect(fromLittleText(toLittleText(signs))).toBe(signs);
  });

  it('encodes hashtags as links', () => {
    expect(toLittleText('Try #coffee (now)')).toBe('Try {hashtag|\\#|coffee} \\(now\\)');
  });

  it('is cut off by LinkedIn at an unescaped reserved character', () => {
    expect(fromLittleText('Prices (all of them)')).toBe('Prices ');
  });
});

describe('a rejected duplicate', () => {
  it('means that an earlier attempt succeeded if the existing post is newer than that attempt', async () => {
    const scene = new Scene('linkedin');
    const post = scene.post('We are hiring');
    const first = await scene.publish(post);
    scene.now += 60_000;
    expect(await scene.publish(post)).toEqual({ ...first, adopted: true });
    expect(scene.memory.posts).toHaveLength(1);
  });

  it('is a refusal if the existing post is older', async () => {
    const scene = new Scene('linkedin');
    const { networkPostId } = await scene.publish(scene.post('We are hiring'));
    scene.now += 60 * 60 * 1000;
    await expect(scene.publish(scene.post('We are hiring'))).rejects.toMatchObject({
      code: 'duplicate_content',
      answer: { status: 422, code: 'DUPLICATE_POST', message: expect.stringContaining(networkPostId) },
    });
    scene.now += DAY;
    await scene.publish(scene.post('We are hiring'));
    expect(scene.memory.posts).toHaveLength(2);
  });

  it('is a refusal if the existing post belongs to another target', async () => {
    const scene = new Scene('linkedin');
    const post = scene.post('We are hiring');
    const { networkPostId } = await scene.publish(post);
    const twin = { ...post, knownPostIds: [networkPostId] };
    await expect(scene.publish(twin)).rejects.toMatchObject({ code: 'duplicate_content' });
  });
});

it('sends one image, several images, or an article', async () => {
  const scene = new Scene('linkedin');
  await scene.publish(scene.post('One', {}, [medium('image/png')]));
  await scene.publish(scene.post('Two', {}, [medium('image/png', 'a'), medium('image/png', 'b')]));
  await scene.publish(scene.post('Link', { link: 'https://fernhill.example/jobs', title: 'Jobs' }));
  expect(scene.memory.posts.map(({ mediaIds, link, title }) => [mediaIds.length, link, title])).toEqual([
    [1, null, null],
    [2, null, null],
    [0, 'https://fernhill.example/jobs', 'Jobs'],
  ]);
});

describe('the version of the API', () => {
  /** A wire over which every request names another version. */
  const naming = (wire: Wire, version: string | undefined): Wire => ({
    ...wire,
    send: ({ headers: { 'linkedin-version': _own, ...headers }, ...request }, signal) =>
      wire.send(
        {
          ...request,
          headers: version === undefined ? headers : { ...headers, 'linkedin-version': version },
        },
        signal,
      ),
  });

  const published = async (version: string | undefined) => {
    const scene = new Scene('linkedin');
    await scene.publish(scene.post('We are hiring'), scene.connection(naming(scene.wire, version)));
    return scene.memory.posts.length;
  };

  it.each(['202608', LINKEDIN_VERSION.name])('%s is accepted', async (version) => {
    expect(await published(version)).toBe(1);
  });

  it.each(['202509', '202610', '2026'])('%s is refused, and a person is told to update', async (version) => {
    await expect(published(version)).rejects.toMatchObject({
      code: 'service_error',
      message: expect.stringContaining('Update Postrider'),
      answer: {
        status: 426,
        code: 'NONEXISTENT_VERSION',
        message: `Requested version ${version}01 is not active`,
      },
    });
  });

  it('has to be named', async () => {
    await expect(published(undefined)).rejects.toMatchObject({ answer: { code: 'VERSION_MISSING' } });
  });
});
