import { describe, expect, it } from 'vitest';
import { losingAnswer, Scene } from '../../../test/support/networks/network-scene.js';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import { RULES } from '../../networks/rules.js';
import { conversationAround } from '../simulators/conversation.js';
import { answeredBy } from '../simulators/shared/thread-of.js';
import { valueAt } from './requests/json-answer.js';
import type { WireRequest } from './wire.js';

const THREADED = PLATFORMS.filter((platform) => RULES[platform].thread);
const COMMENTED = PLATFORMS.filter((platform) => RULES[platform].firstComment);

const MAIN = 'Our beans come from three farms. A thread.';

/** Whether a request publishes a part, on any network. */
function makesPart({ method, path }: WireRequest): boolean {
  const routes = /tweets$|putRecord$|statuses$|threads_publish$|comments$|commentThreads$/;
  return method === 'POST' && routes.test(path);
}

async function published(platform: Platform) {
  const scene = new Scene(platform);
  const main = await scene.publish(scene.post(MAIN));
  scene.now += 2000;
  return { scene, main, adapter: scene.network.adapter };
}

describe.each(THREADED)('a thread on %s', (platform) => {
  it('is a chain: each post replies to the one before', async () => {
    const { scene, main, adapter } = await published(platform);
    const second = await adapter.createPart?.(
      scene.connection(),
      scene.part('thread', 'The first farm: https://a.example #one', main),
    );
    if (!second) throw new Error('There is no second post.');
    scene.now += 2000;
    const third = await adapter.createPart?.(
      scene.connection(),
      scene.part('thread', 'The second.', main, second),
    );
    const { posts } = scene.memory;
    expect(posts.map(({ rawCall }) => answeredBy(platform, rawCall))).toEqual([
      null,
      main.networkPostId,
      second.networkPostId,
    ]);
    expect(third).toMatchObject({ adopted: false, networkPostId: posts[2]?.networkPostId });
    expect(second.url).toBe(`${scene.webUrl}${posts[1]?.path}`);

    const [, middle] = posts;
    if (!middle) return;
    const around = await conversationAround(scene.memory, platform, middle, () => '');
    expect(around.before.map(({ text }) => text)).toEqual([MAIN]);
    expect(around.after.map(({ text }) => text)).toEqual(['The second.']);
  });

  it('finds a post whose response was lost, not another with the same text', async () => {
    const { scene, main, adapter } = await published(platform);
    const part = scene.part('thread', MAIN, main);
    // The main post has the same text but is not the part.
    expect(await adapter.findPart?.(scene.connection(), part)).toBeNull();
    const other = scene.part('thread', 'Something else.', main);
    await expect(
      adapter.createPart?.(scene.connection(losingAnswer(scene.wire, makesPart)), other),
    ).rejects.toMatchObject({ sent: true });
    const [, made] = scene.memory.posts;
    scene.now += 30_000;
    const found =
      adapter.recovery === 'key'
        ? await adapter.createPart?.(scene.connection(), other)
        : await adapter.findPart?.(scene.connection(), other);
    expect(found).toMatchObject({ networkPostId: made?.networkPostId, adopted: true });
    expect(await adapter.findPart?.(scene.connection(), other)).toMatchObject({ url: found?.url });
    expect(scene.memory.posts).toHaveLength(2);
  });

  it('must keep the length limit of a post', async () => {
    const { scene, main, adapter } = await published(platform);
    const long = 'a'.repeat(RULES[platform].text.max.value + 1);
    await expect(
      adapter.createPart?.(scene.connection(), scene.part('thread', long, main)),
    ).rejects.toMatchObject({ code: 'text_too_long' });
  });

  it('does not reply to a deleted post', async () => {
    const { scene, main, adapter } = await published(platform);
    const gone = { ...main, networkPostId: `${main.networkPostId}7` };
    const work = adapter.createPart?.(scene.connection(), scene.part('thread', 'Hello', main, gone));
    await expect(work).rejects.toMatchObject({ name: 'NetworkRefusal' });
    expect(scene.memory.posts).toHaveLength(1);
  });
});

describe.each(COMMENTED)('a first comment on %s', (platform) => {
  it('is a comment on the post, not a separate post', async () => {
    const { scene, main, adapter } = await published(platform);
    const part = scene.part('first_comment', 'Recipe: https://fernhill.example/v60', main);
    const made = await adapter.createPart?.(scene.connection(), part);
    expect(made?.url.startsWith(main.url)).toBe(true);
    expect(made?.networkPostId).not.toBe(main.networkPostId);
    expect(scene.memory.posts).toHaveLength(1);
    expect(await scene.memory.commentsOn(main.networkPostId)).toMatchObject([{ text: part.text }]);
    const [post] = scene.memory.posts;
    if (!post) return;
    const { comments } = await conversationAround(scene.memory, platform, post, () => '');
    expect(comments).toMatchObject([{ text: part.text, isAuthor: true }]);
  });

  it('is found if its response was lost, if the network supports a lookup', async () => {
    const { scene, main, adapter } = await published(platform);
    const part = scene.part('first_comment', 'Which one do you like?', main);
    if (adapter.findPart) expect(await adapter.findPart(scene.connection(), part)).toBeNull();
    const losing = scene.connection(losingAnswer(scene.wire, makesPart));
    await expect(adapter.createPart?.(losing, part)).rejects.toMatchObject({ sent: true });
    if (!adapter.findPart) expect(adapter.recovery).toBe('none');
    else expect(await adapter.findPart(scene.connection(), part)).toMatchObject({ adopted: true });
  });

  it('must keep the length limit of a comment', async () => {
    const { scene, main, adapter } = await published(platform);
    const long = 'a'.repeat((RULES[platform].firstComment?.max.value ?? 0) + 1);
    await expect(
      adapter.createPart?.(scene.connection(), scene.part('first_comment', long, main)),
    ).rejects.toMatchObject({ code: 'text_too_long' });
  });
});

it('sends parts only to networks that support them', () => {
  const sending = PLATFORMS.filter((platform) => new Scene(platform).network.adapter.createPart);
  expect(sending).toEqual(PLATFORMS.filter((platform) => [...THREADED, ...COMMENTED].includes(platform)));
});

it('keeps the visibility, content warning and language in a thread on Mastodon', async () => {
  const scene = new Scene('mastodon');
  const options = { contentWarning: 'Food', language: 'de' };
  const main = await scene.publish(scene.post('Kuchen', { privacy: 'followers', options }));
  await scene.network.adapter.createPart?.(scene.connection(), scene.part('thread', 'Mehr Kuchen', main));
  expect(scene.memory.posts[1]?.rawCall).toMatchObject({
    visibility: 'private',
    spoiler_text: 'Food',
    language: 'de',
  });
});

it('refers to the root of a Bluesky thread by its CID, in the same languages', async () => {
  const scene = new Scene('bluesky');
  const main = await scene.publish(scene.post('One', { options: { languages: ['en'] } }));
  const send = scene.network.adapter.createPart;
  const second = await send?.(scene.connection(), scene.part('thread', 'Two', main));
  if (second) await send?.(scene.connection(), scene.part('thread', 'Three!', main, second));
  const third = valueAt(scene.memory.posts[2]?.rawCall, 'record');
  expect(third).toMatchObject({
    reply: { root: { uri: main.networkPostId }, parent: { uri: second?.networkPostId } },
    langs: ['en'],
  });
  expect(valueAt(third, 'reply', 'root', 'cid')).toMatch(/^bafy/);
});

it('rejects a comment on a YouTube video made for kids', async () => {
  const scene = new Scene('youtube');
  const main = await scene.publish(scene.post('For children', { madeForKids: true }));
  const part = scene.part('first_comment', 'Hello', main);
  await expect(scene.network.adapter.createPart?.(scene.connection(), part)).rejects.toMatchObject({
    code: 'option_invalid',
    answer: { code: 'commentsDisabled' },
  });
});
