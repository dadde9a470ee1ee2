import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MetaNotices } from '../../../test/support/networks/notices.js';
import { AppConnecting } from '../../../test/support/networks/sign-in/app-connecting.js';
import type { App } from '../../contract/accounts/apps.js';
import type { CommentPage } from '../../contract/inbox/comments.js';
import type { Post } from '../../contract/posts/posts.js';
import { json } from '../networks/answers.js';
import { facebookInDevelopment } from '../simulators/over-http/sign-in/facebook.js';
import { writeComment } from '../simulators/over-http/written-comments.js';

const MINUTE = 60_000;
const VIDEO = '700000000000001';

let facebook: AppConnecting;
let meta: MetaNotices;
let page: string;
/** The post that Facebook has made of the video. */
let postOfVideo: string;
let postId: string;
/** Whether the app may not read posts. */
let lacksPosts = false;

beforeAll(async () => {
  facebook = await AppConnecting.start({
    ...facebookInDevelopment,
    first: (request, service) =>
      lacksPosts && request.url.searchParams.get('fields')?.startsWith('attachments')
        ? json(403, { error: { message: '(#10) Requires pages_read_engagement', code: 10 } })
        : (facebookInDevelopment.first?.(request, service) ?? null),
  });
  page = facebook.signIn.network.scene.account.networkUserId;
  const account = await facebook.connect([page]);
  const app = (await facebook.test.get<App>('/v1/apps/facebook')).body;
  meta = new MetaNotices(facebook.test.backend, app, facebook.signIn.app.clientSecret ?? '');
  const { body } = await facebook.test.post<Post>('/v1/posts', {
    ...{ accountIds: [account.id], text: 'How we roast', scheduleMode: 'now' },
  });
  postId = body.id;
  await facebook.test.backend.runDue();
  await storeUnderItsVideo();
});
afterAll(() => facebook.close());

const memory = () => facebook.signIn.network.scene.memory;
const requests = (path: string) => facebook.signIn.network.log.filter((line) => line.endsWith(path)).length;

/** As it is after a video was published before Facebook had made its post. */
async function storeUnderItsVideo(): Promise<void> {
  const [own] = memory().posts;
  if (!own) throw new Error('Nothing is published.');
  postOfVideo = `${page}_800000000000008`;
  await memory().addPost({ ...own, networkPostId: postOfVideo, mediaIds: [VIDEO], key: null });
  await facebook.test.backend.services.store.write(async (trx) => {
    await trx.updateTable('targets').set({ network_post_id: VIDEO }).where('post_id', '=', postId).execute();
  });
}

const write = async (text: string, on = postOfVideo) =>
  (await writeComment(facebook.signIn.network, text, { networkPostId: on })).commentId;

async function announce(commentId: string, value: object): Promise<void> {
  const said = { item: 'comment', verb: 'add', from: { id: '1' }, comment_id: commentId, ...value };
  const changes = [{ field: 'feed', value: said }];
  expect((await meta.send({ object: 'page', entry: [{ id: page, changes }] })).status).toBe(200);
  await facebook.test.backend.runDue();
}

async function look(): Promise<void> {
  facebook.test.clock.advance(40 * MINUTE);
  await facebook.test.backend.runDue();
  await facebook.test.backend.runDue();
}

const named = async (text: string) => {
  const { data } = (await facebook.test.get<CommentPage>('/v1/comments?limit=100')).body;
  return data.filter((one) => one.text === text).map((one) => one.postId);
};

describe('a comment on a video that is stored under its own id', () => {
  it.each([
    ['the id of its post', () => ({ post_id: postOfVideo })],
    ['that id without the Page', () => ({ post_id: postOfVideo.split('_')[1] })],
    ['that id in the post', () => ({ post: { id: postOfVideo } })],
  ])('is read at once when its notice has %s, and is there once after a look', async (what, value) => {
    const text = `Which beans, with ${what}?`;
    await announce(await write(text), value());
    expect(await named(text)).toEqual([postId]);
    await look();
    expect(await named(text)).toEqual([postId]);
  });

  it.each([
    ['the id of the video', () => ({ post_id: postOfVideo, video_id: VIDEO })],
    ['that id as the post', () => ({ post_id: `${page}_${VIDEO}` })],
    ['that id as a number', () => ({ video_id: Number(VIDEO) })],
  ])('is found without another request when its notice has %s', async (what, value) => {
    const before = requests(`/${postOfVideo}`);
    const text = `How hot, with ${what}?`;
    await announce(await write(text), value());
    expect(await named(text)).toEqual([postId]);
    expect(requests(`/${postOfVideo}`)).toBe(before);
  });

  it('is there once if a look has found it first', async () => {
    const id = await write('How long?');
    await look();
    expect(await named('How long?')).toEqual([postId]);
    await announce(id, { post_id: postOfVideo });
    await announce(id, { video_id: VIDEO });
    expect(await named('How long?')).toEqual([postId]);
  });
});

describe('a comment on a post that was published elsewhere', () => {
  const waiting = async () =>
    (
      await facebook.test.backend.services.store.db
        .selectFrom('inbox_notices')
        .select('id')
        .where('id', 'like', 'announced_%')
        .execute()
    ).length;

  beforeAll(async () => {
    const [own] = memory().posts;
    if (!own) throw new Error('Nothing is published.');
    await memory().addPost({ ...own, networkPostId: `${page}_9`, mediaIds: [], key: null });
  });

  it.each([
    ['whose other ids Facebook says', false],
    ['of which the app may read nothing', true],
  ])('%s is left out after one question, and nothing waits for it', async (_, lacks) => {
    lacksPosts = lacks;
    const elsewhere = `${page}_9`;
    const id = await write('Not ours.', elsewhere);
    const before = requests(`/${elsewhere}`);
    await announce(id, { post_id: elsewhere });
    expect(await named('Not ours.')).toEqual([]);
    expect([requests(`/${elsewhere}`) - before, requests(`/${id}`), await waiting()]).toEqual([1, 0, 0]);
    lacksPosts = false;
  });

  it('costs no question once every video has the id of its post', async () => {
    const { store } = facebook.test.backend.services;
    await store.write(async (trx) => {
      await trx
        .updateTable('targets')
        .set({ network_post_id: postOfVideo })
        .where('post_id', '=', postId)
        .execute();
    });
    const before = requests(`/${page}_9`);
    await announce(await write('Not ours either.', `${page}_9`), { post_id: `${page}_9` });
    expect([await named('Not ours either.'), requests(`/${page}_9`) - before]).toEqual([[], 0]);
  });
});
