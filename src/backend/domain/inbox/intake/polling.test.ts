import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectedTo } from '../../../../../test/support/networks/connect-mastodon.js';
import { MastodonServer } from '../../../../../test/support/networks/sign-in-servers.js';
import type { BackendUnderTest } from '../../../../../test/support/running-backend.js';
import type { Account } from '../../../../contract/accounts/accounts.js';
import type { CommentPage, CreatedComment } from '../../../../contract/inbox/comments.js';
import type { ConversationPage } from '../../../../contract/inbox/conversations.js';
import type { Message } from '../../../../contract/inbox/messages.js';
import type { Post } from '../../../../contract/posts/posts.js';
import { json } from '../../../networks/answers.js';
import { personOf } from '../../../simulators/shared/people.js';

const MINUTE = 60_000;
const LOOK = 'GET /api/v1/notifications';
const MIA = personOf('mia');

let test: BackendUnderTest;
let server: MastodonServer;
let account: Account;
let networkPostId: string;
let postId: string;

/** Comments that the server leaves out of threads. */
let leftOut: readonly string[] = [];
/** Whether the server fails when a thread is asked for. */
let threadFails = false;
/** Whether it answers 404 when it is asked what is new. */
let looksFail = false;

beforeAll(async () => {
  server = await MastodonServer.start(({ url }) => {
    if (looksFail && url.pathname.endsWith('/notifications')) return json(404, { error: 'Not found' });
    if (!url.pathname.endsWith('/context')) return null;
    if (threadFails) return json(503, { error: 'Service Unavailable' });
    return leftOut.length > 0 ? json(200, { ancestors: [], descendants: [] }) : null;
  });
  ({ test, account } = await connectedTo(server));
  const post = { accountIds: [account.id], text: 'Oat milk is here', scheduleMode: 'now' };
  const made = await test.post<Post>('/v1/posts', post);
  postId = made.body.id;
  await test.backend.runDue();
  networkPostId = [...(await memory().postsOf(owner(), 0, 1))][0]?.networkPostId ?? '';
});
afterAll(async () => {
  await test.close();
  await server.close();
});

const memory = () => server.network.scene.memory;
const owner = () => server.network.scene.account.networkUserId;
const looks = () => server.network.log.filter((line) => line === LOOK).length;
const comments = async () => (await test.get<CommentPage>('/v1/comments?order=asc')).body.data;

let number = 0;
async function write(text: string, parentId: string | null = null, under = networkPostId): Promise<string> {
  number += 1;
  const commentId = String(900_000_000_000 + number);
  const written = { commentId, networkPostId: under, parentId, author: MIA, text };
  await memory().addComment({ ...written, networkUserId: MIA.networkUserId, createdAt: Date.now() });
  return commentId;
}

async function look(): Promise<void> {
  test.clock.advance(5 * MINUTE);
  await test.backend.runDue();
}

it('an account can be commented on, and says that it is real', () => {
  expect(account).toMatchObject({ simulated: false, capabilities: { comments: true, messages: true } });
});

it('a reply at the server becomes a comment, and a reply to the reply stands below it', async () => {
  const first = await write('Where?');
  await write('Here?', first);
  await look();
  await look();
  expect(await comments()).toMatchObject([
    { postId, text: 'Where?', parentCommentId: null, author: { handle: '@mia' }, awaitingReply: true },
    { postId, text: 'Here?', parentCommentId: expect.stringMatching(/^cmt_/) },
  ]);
});

it('the account says since when nothing can be read, after three looks that failed, until one succeeds', async () => {
  const notes = async () => (await test.get<Account>(`/v1/accounts/${account.id}`)).body.inboxNotes;
  looksFail = true;
  await look();
  const since = new Date(test.clock.now()).toISOString().slice(0, 16).replace('T', ' ');
  await look();
  expect(await notes()).toEqual([]);
  await look();
  await look();
  expect(await notes()).toEqual([
    `Postrider has not been able to read comments and messages since ${since} UTC: Mastodon answers HTTP 404. It keeps trying.`,
  ]);
  looksFail = false;
  await look();
  expect(await notes()).toEqual([]);
});

it('the pause between looks grows while nothing is new', async () => {
  const before = looks();
  test.clock.advance(30_000);
  await test.backend.runDue();
  expect(looks()).toBe(before);
  await look();
  await look();
  expect(looks()).toBe(before + 2);
});

it('a public reply is at the server once, below the comment', async () => {
  const [first] = await comments();
  const { body } = await test.post<CreatedComment>('/v1/comments', {
    parentCommentId: first?.id,
    text: 'At the corner.',
  });
  await test.backend.runDue();
  await look();
  const own = (await memory().commentsOn(networkPostId)).filter((one) => one.networkUserId === owner());
  expect(own.map(({ text }) => text)).toEqual(['@mia At the corner.']);
  expect((await comments())[0]?.replies).toMatchObject([{ id: body.id, status: 'sent' }]);
  expect(await comments()).toHaveLength(2);
});

it('a direct message arrives without a window, and is answered once', async () => {
  const conversationId = 'dm-1';
  const base = { networkUserId: owner(), person: MIA, updatedAt: Date.now() };
  await memory().conversationWith({ conversationId, ...base });
  const message = { messageId: '950000000001', conversationId, text: 'A table?', createdAt: Date.now() };
  const plain = { fromBusiness: false, attachments: [], fromAd: false, answersComment: null };
  await memory().addMessage({ ...message, ...plain });
  await look();
  await look();
  const { data } = (await test.get<ConversationPage>('/v1/conversations')).body;
  expect(data).toMatchObject([
    {
      canReplyUntil: null,
      cannotReplyReason: null,
      window: { state: 'open' },
      unread: 1,
      allowed: ['message'],
    },
  ]);
  const sent = await test.post<Message>('/v1/messages', {
    conversationId: data[0]?.id,
    text: 'Yes, at ten.',
  });
  expect(sent.status).toBe(201);
  await test.backend.runDue();
  await look();
  const kept = await memory().messagesIn(conversationId, 0, 10);
  expect(kept.map(({ text }) => text)).toEqual(['@mia Yes, at ten.', 'A table?']);
  const listed = await test.get<{ data: Message[] }>(`/v1/messages?conversationId=${data[0]?.id}`);
  expect(listed.body.data).toMatchObject([
    { text: 'Yes, at ten.', status: 'sent' },
    { text: 'A table?', status: null },
  ]);
});

it('a server that is away for a while is asked again, and nothing is lost', async () => {
  server.network.away = true;
  await write('Anybody there?');
  await look();
  server.network.away = false;
  await look();
  await look();
  expect((await comments()).map(({ text }) => text)).toContain('Anybody there?');
  expect((await test.get<Account>(`/v1/accounts/${account.id}`)).body.health.status).toBe('healthy');
});

it('a comment that its author has deleted is marked when a reply to it is refused', async () => {
  const commentId = await write('Is it opne?');
  await look();
  await look();
  const [found] = (await comments()).filter(({ text }) => text === 'Is it opne?');
  await memory().removeComment(commentId);
  const reply = { parentCommentId: found?.id, text: 'It is.' };
  const sent = await test.post<CreatedComment>('/v1/comments', reply);
  await test.backend.runDue();
  await look();
  const thread = await test.get<CreatedComment>(`/v1/comments/${found?.id}`);
  expect(thread.body).toMatchObject({
    state: 'deleted',
    canReply: false,
    cannotReplyReason: 'The comment is deleted.',
    awaitingReply: false,
    replies: [{ id: sent.body.id, status: 'failed', error: { code: 'reply_not_possible' } }],
  });
  const again = await test.post<{ code: string }>('/v1/comments', reply);
  expect([again.status, again.body.code]).toEqual([409, 'reply_not_possible']);
});

it('a comment that its author has deleted is marked by a look, and neither an outage nor an omission is taken for that', async () => {
  const stateOf = async (text: string) => {
    const { data } = (await test.get<CommentPage>('/v1/comments?state=visible,hidden,deleted')).body;
    return data.find((one) => one.text === text);
  };
  const [goes, stays] = [await write('Never mind.'), await write('Mind you.')];
  await look();
  await look();
  expect(await stateOf('Never mind.')).toMatchObject({ state: 'visible', awaitingReply: true });

  // Left out of the thread, and still there.
  leftOut = [stays, goes];
  await look();
  await look();
  expect([(await stateOf('Never mind.'))?.state, (await stateOf('Mind you.'))?.state]).toEqual([
    'visible',
    'visible',
  ]);
  leftOut = [];
  // The server answers for the thread, and then no longer.
  threadFails = true;
  const removed = await memory().commentById(goes);
  await memory().removeComment(goes);
  await look();
  await look();
  expect((await stateOf('Never mind.'))?.state).toBe('visible');
  threadFails = false;
  await look();
  await look();
  expect(await stateOf('Never mind.')).toMatchObject({
    state: 'deleted',
    awaitingReply: false,
    unread: false,
    canReply: false,
  });
  expect((await stateOf('Mind you.'))?.state).toBe('visible');
  expect((await comments()).map(({ text }) => text)).not.toContain('Never mind.');

  // Its author is back.
  if (!removed) throw new Error('It was not there.');
  await memory().addComment(removed);
  await look();
  await look();
  expect(await stateOf('Never mind.')).toMatchObject({ state: 'visible', awaitingReply: true });
});

it('one look asks for the comments of one post, and the post before in the next', async () => {
  const post = { accountIds: [account.id], text: 'Rye bread is here', scheduleMode: 'now' };
  await test.post<Post>('/v1/posts', post);
  await test.backend.runDue();
  const all = await memory().postsOf(owner(), 0, 10);
  const newest = all.find(({ text }) => text === 'Rye bread is here')?.networkPostId ?? '';
  await write('Fresh?', null, newest);
  await look();
  await look();
  const asked = () => server.network.log.filter((line) => line.endsWith('/context'));
  const before = asked().length;
  for (let looks = 0; looks < 6; looks += 1) await look();
  const turns = asked().slice(before);
  expect(turns.length).toBeLessThanOrEqual(6);
  expect(new Set(turns).size).toBe(2);
});
