import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MetaNotices, type SentNotice } from '../../../test/support/networks/notices.js';
import { AppConnecting } from '../../../test/support/networks/sign-in/app-connecting.js';
import type { Account } from '../../contract/accounts/accounts.js';
import type { App } from '../../contract/accounts/apps.js';
import type { CommentPage } from '../../contract/inbox/comments.js';
import type { ConversationPage } from '../../contract/inbox/conversations.js';
import type { MessagePage } from '../../contract/inbox/messages.js';
import type { Post } from '../../contract/posts/posts.js';
import { facebookInDevelopment } from '../simulators/over-http/sign-in/facebook.js';
import { personOf } from '../simulators/shared/people.js';

const MINUTE = 60_000;
const MIA = personOf('mia');

let facebook: AppConnecting;
let meta: MetaNotices;
let account: Account;
let page: string;
let networkPostId: string;

beforeAll(async () => {
  facebook = await AppConnecting.start(facebookInDevelopment);
  page = facebook.signIn.network.scene.account.networkUserId;
  account = await facebook.connect([page]);
  const app = (await facebook.test.get<App>('/v1/apps/facebook')).body;
  meta = new MetaNotices(facebook.test.backend, app, facebook.signIn.app.clientSecret ?? '');
  await facebook.test.post<Post>('/v1/posts', {
    accountIds: [account.id],
    text: 'Oat milk is here',
    scheduleMode: 'now',
  });
  await facebook.test.backend.runDue();
  networkPostId = memory().posts[0]?.networkPostId ?? '';
});
afterAll(() => facebook.close());

const memory = () => facebook.signIn.network.scene.memory;
const comments = async () => (await facebook.test.get<CommentPage>('/v1/comments?order=asc')).body.data;
const textsOf = async () => (await comments()).map(({ text }) => text);
const reads = (end: string) => facebook.signIn.network.log.filter((line) => line.endsWith(end)).length;

let number = 0;
/** Somebody comments; Meta has not announced it yet. */
async function write(text: string): Promise<string> {
  number += 1;
  const commentId = `${networkPostId.split('_')[1]}_9${number}`;
  await memory().addComment({
    ...{ commentId, networkPostId, parentId: null, author: MIA, text },
    networkUserId: MIA.networkUserId,
    createdAt: facebook.test.clock.now(),
  });
  return commentId;
}

const change = (commentId: string, more: object = {}) => ({
  field: 'feed',
  value: {
    from: { id: MIA.networkUserId, name: 'Mia' },
    ...{ item: 'comment', verb: 'add', post_id: networkPostId, comment_id: commentId, message: 'Où?' },
    ...more,
  },
});
const notice = (...changes: object[]) => ({
  object: 'page',
  entry: [{ id: page, time: 1_764_115_200, changes }],
});

/** Reads what was announced, without time for a look by itself. */
const read = () => facebook.test.backend.runDue();
const send = async (body: unknown, how?: SentNotice) => {
  const { status } = await meta.send(body, how);
  await read();
  return status;
};

describe('the check of the address', () => {
  it('returns the challenge as text to who knows the verify token', async () => {
    const answer = await meta.verify();
    expect([answer.status, await answer.text()]).toEqual([200, '1158201444']);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['another token', { 'hub.verify_token': 'guessed' }],
    ['another mode', { 'hub.mode': 'unsubscribe' }],
    ['a challenge that a browser could run', { 'hub.challenge': '<script>alert(1)</script>' }],
  ])('refuses %s', async (_what, query) => {
    const answer = await meta.verify(query);
    expect([answer.status, (await answer.text()).includes('script')]).toEqual([403, false]);
  });
});

describe('a notice', () => {
  it('has its comment read at once', async () => {
    const id = await write('Where?');
    expect(await send(notice(change(id)))).toBe(200);
    expect(await textsOf()).toEqual(['Where?']);
    const { body } = await facebook.test.get<Account>(`/v1/accounts/${account.id}`);
    expect(body.lastNoticeAt).toBe(new Date(facebook.test.clock.now()).toISOString());
  });

  it('may name several comments, and others things, which are left out', async () => {
    const [first, second] = [await write('One.'), await write('Two.')];
    const like = { field: 'feed', value: { item: 'reaction', verb: 'add', post_id: networkPostId } };
    const mixed = notice(change(first), like, change(second), { field: 'ratings', value: {} });
    expect(await send({ ...mixed, entry: [...mixed.entry, { id: '404', changes: [change(first)] }] })).toBe(
      200,
    );
    expect(await textsOf()).toEqual(['Where?', 'One.', 'Two.']);
  });

  it('of another object, or of nothing, is answered and changes nothing', async () => {
    for (const body of [{ object: 'user', entry: [] }, { object: 'page' }, [], 'null', { entry: [{}] }]) {
      expect(await send(body)).toBe(200);
    }
    expect(await textsOf()).toHaveLength(3);
  });

  it('that is repeated changes nothing, and while it waits it is kept once', async () => {
    const body = notice(change(await write('Once.')));
    await Promise.all([meta.send(body), meta.send(body), meta.send(body)]);
    const waiting = await facebook.test.backend.services.store.db
      .selectFrom('inbox_notices')
      .select('id')
      .where('id', 'like', 'announced_%')
      .execute();
    expect(waiting.length).toBeLessThanOrEqual(1);
    await read();
    await send(body);
    expect((await textsOf()).filter((text) => text === 'Once.')).toHaveLength(1);
  });

  it('of an edited comment changes its text, and of a deleted one its state', async () => {
    const [comment] = await memory().commentsOn(networkPostId);
    const id = comment?.commentId ?? '';
    memory().editComment(id, 'Where is it?');
    await send(notice(change(id, { verb: 'edited' })));
    expect(await textsOf()).toContain('Where is it?');
    await memory().removeComment(id);
    await send(notice(change(id, { verb: 'remove' })));
    const { body } = await facebook.test.get<CommentPage>('/v1/comments?state=deleted');
    expect(body.data.map(({ text }) => text)).toEqual(['Where is it?']);
  });

  it('of a message has the conversation with its person read', async () => {
    const { networkUserId } = facebook.signIn.network.scene.account;
    const at = facebook.test.clock.now();
    await memory().conversationWith({ conversationId: 't_9', networkUserId, person: MIA, updatedAt: at });
    await memory().addMessage({
      ...{ messageId: 'm_9', conversationId: 't_9', fromBusiness: false, fromAd: false, text: 'Open?' },
      ...{ attachments: [], answersComment: null, createdAt: at },
    });
    const messaging = [
      { sender: { id: MIA.networkUserId }, recipient: { id: page }, timestamp: at, message: { mid: 'm_9' } },
      { sender: { id: MIA.networkUserId }, recipient: { id: page }, timestamp: at, read: { watermark: 1 } },
    ];
    expect(await send({ object: 'page', entry: [{ id: page, time: at, messaging }] })).toBe(200);
    const [conversation] = (await facebook.test.get<ConversationPage>('/v1/conversations')).body.data;
    const { body } = await facebook.test.get<MessagePage>(`/v1/messages?conversationId=${conversation?.id}`);
    expect(body.data.map(({ text }) => text)).toEqual(['Open?']);
  });
});

it('of another workspace, with the same id of an app and another secret, tells nobody here', async () => {
  const { store } = facebook.test.backend.services;
  const [workspace] = await store.db.selectFrom('workspaces').selectAll().execute();
  if (!workspace) throw new Error('There is no workspace.');
  await store.write(async (trx) => {
    const other = { ...workspace, id: 'ws_other', name: 'Other' };
    await trx.insertInto('workspaces').values(other).execute();
    const id = 'ws_other:facebook';
    await trx
      .insertInto('platform_apps')
      .values({
        ...{ id, workspace_id: other.id, platform: 'facebook', client_id: 'client-of-the-test' },
        ...{ sealed: store.vault.sealAppSecret(id, 'secret of another'), review: null, updated_at: 0 },
      })
      .execute();
  });
  const id = await write('Not for them.');
  expect(await send(notice(change(id)), { secret: 'secret of another' })).toBe(200);
  expect(await textsOf()).not.toContain('Not for them.');
  expect(await send(notice(change(id)))).toBe(200);
  expect(await textsOf()).toContain('Not for them.');
});

describe('looks while notices arrive', () => {
  const pass = async (minutes: number) => {
    facebook.test.clock.advance(minutes * MINUTE);
    await read();
    await read();
  };

  it('find the comment again and keep it once, come less often, and find what was missed', async () => {
    await pass(40);
    await send(notice(change(await write('Told.'))));
    await pass(31);
    expect((await textsOf()).filter((text) => text === 'Told.')).toHaveLength(1);
    const before = reads('/published_posts');
    await pass(20);
    expect(reads('/published_posts')).toBe(before);
    await write('Not told.');
    await pass(11);
    expect(await textsOf()).toContain('Not told.');
    const missed = reads('/published_posts');
    await pass(3);
    expect(reads('/published_posts')).toBeGreaterThan(missed);
  });

  it('that have found a comment first keep it once when it is announced', async () => {
    const id = await write('Found first.');
    await pass(40);
    expect(await textsOf()).toContain('Found first.');
    await send(notice(change(id)));
    expect((await textsOf()).filter((text) => text === 'Found first.')).toHaveLength(1);
  });

  it('and notices at the same moment keep a comment once', async () => {
    const id = await write('Both.');
    facebook.test.clock.advance(40 * MINUTE);
    await Promise.all([meta.send(notice(change(id))), read()]);
    await pass(1);
    expect((await textsOf()).filter((text) => text === 'Both.')).toHaveLength(1);
  });
});

describe('a person who removes the app at the network', () => {
  const person = '500000000000005';
  const seconds = () => Math.floor(facebook.test.clock.now() / 1000);

  it('ends the access of their Pages', async () => {
    expect((await meta.tell('removedUrl', { user_id: person, issued_at: seconds() })).status).toBe(200);
    const { body } = await facebook.test.get<Account>(`/v1/accounts/${account.id}`);
    expect(body.health).toMatchObject({
      status: 'reconnect_required',
      reason: 'The app was removed on Facebook.',
    });
    expect(await textsOf()).not.toEqual([]);
  });

  it('can have comments and messages deleted, and look up that they were', async () => {
    const answer = await meta.tell('deletionUrl', { user_id: person, issued_at: seconds() });
    const { url, confirmation_code: code } = (await answer.json()) as Record<string, string>;
    expect([answer.status, url]).toEqual([200, expect.stringContaining(`/deletion/${code}`)]);
    const page = await meta.open(url ?? '');
    expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/^Deleted on 20/)]);
    expect(page.headers.get('content-type')).toMatch(/^text\/plain/i);
    expect([await textsOf(), await conversations()]).toEqual([[], []]);
    expect((await meta.tell('deletionUrl', { user_id: person, issued_at: seconds() })).status).toBe(200);
  });

  const conversations = async () =>
    (await facebook.test.get<ConversationPage>('/v1/conversations')).body.data;
});

it('an account that is disconnected is no longer subscribed', async () => {
  const again = await facebook.connect([page], { accountId: account.id });
  const subscribed = (method: string) =>
    facebook.signIn.network.log.filter((line) => line === `${method} /v25.0/${page}/subscribed_apps`).length;
  expect([subscribed('POST'), subscribed('DELETE')]).toEqual([2, 0]);
  await facebook.test.request('DELETE', `/v1/accounts/${again.id}`);
  expect(subscribed('DELETE')).toBe(1);
});
