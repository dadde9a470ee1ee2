import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualClock } from '../../../../../test/support/manual-clock.js';
import { startPds } from '../../../../../test/support/networks/sign-in-servers.js';
import { BackendUnderTest } from '../../../../../test/support/running-backend.js';
import type { Account } from '../../../../contract/accounts/accounts.js';
import type { Connection } from '../../../../contract/accounts/connections.js';
import type { CommentPage } from '../../../../contract/inbox/comments.js';
import type { ConversationPage } from '../../../../contract/inbox/conversations.js';
import type { Post } from '../../../../contract/posts/posts.js';
import { json } from '../../../networks/answers.js';
import type { ServedNetwork } from '../../../simulators/over-http/served-network.js';
import { personOf } from '../../../simulators/shared/people.js';

const APP_PASSWORD = 'abcd-efgh-ijkl-mnop';
const MIA = { ...personOf('mia.example'), networkUserId: 'did:plc:mia' };

let test: BackendUnderTest;
let server: ServedNetwork;
let account: Account;
let networkPostId: string;
let isChatRefused = false;
/** Later than the clock of the test and of the network. */
const LATER = Date.parse('2040-01-01T00:00:00Z');
/** A post whose author blocks the account. */
let blocked: string | null = null;
/** A service behind the account's server that is away: the beginning of its methods. */
let away: string | null = null;

beforeAll(async () => {
  server = await startPds({ app: APP_PASSWORD, own: 'own' }, ({ url }) => {
    if (away !== null && url.pathname.startsWith(away))
      return json(502, { error: 'UpstreamFailure', message: 'Upstream service unreachable' });
    if (blocked !== null && url.searchParams.get('uri') === blocked) {
      const thread = { $type: 'app.bsky.feed.defs#blockedPost', uri: blocked, blocked: true };
      return json(200, { thread });
    }
    return isChatRefused && url.pathname.startsWith('/xrpc/chat.')
      ? json(400, { error: 'InvalidToken', message: 'Bad token scope' })
      : null;
  });
  test = await BackendUnderTest.startOn(new ManualClock(), ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true },
  });
  const begun = await test.post<Connection>('/v1/connections', {
    platform: 'bluesky',
    server: server.origin,
  });
  const { body } = await test.post<Connection>(`/v1/connections/${begun.body.id}/finish`, {
    identifier: server.scene.account.handle,
    appPassword: APP_PASSWORD,
  });
  if (!body.account) throw new Error('Not connected.');
  account = body.account;
  const post = { accountIds: [account.id], text: 'Oat milk is here', scheduleMode: 'now' };
  await test.post<Post>('/v1/posts', post);
  await test.backend.runDue();
  networkPostId = [...(await memory().postsOf(owner(), 0, 1))][0]?.networkPostId ?? '';
});
afterAll(async () => {
  await test.close();
  await server.close();
});

const memory = () => server.scene.memory;
const owner = () => server.scene.account.networkUserId;

async function look(): Promise<void> {
  test.clock.advance(5 * 60_000);
  await test.backend.runDue();
}

it('more replies than a page become comments once each, and one is answered once', async () => {
  for (let number = 0; number < 60; number += 1) {
    await memory().addComment({
      commentId: `at://did:plc:mia/app.bsky.feed.post/r${number}`,
      ...{ networkPostId, parentId: null, networkUserId: MIA.networkUserId, author: MIA },
      ...{ text: `Reply ${number}`, createdAt: Date.now() + number },
    });
  }
  await look();
  await look();
  const page = await test.get<CommentPage>('/v1/comments?limit=100');
  expect(page.body.data).toHaveLength(60);
  const [newest] = page.body.data;
  expect(newest).toMatchObject({ text: 'Reply 59', simulated: false, author: { handle: '@mia.example' } });
  expect((await test.post('/v1/comments', { parentCommentId: newest?.id, text: 'Yes' })).status).toBe(201);
  await test.backend.runDue();
  await look();
  const own = await memory().postsOf(owner(), 0, 10);
  expect(own.map(({ text }) => text).sort()).toEqual(['Oat milk is here', 'Yes']);
});

it('a direct message arrives by the chat service, and is answered once', async () => {
  const conversationId = 'convo-1';
  const base = { networkUserId: owner(), person: MIA, updatedAt: Date.now() };
  await memory().conversationWith({ conversationId, ...base });
  const plain = { fromBusiness: false, attachments: [], fromAd: false, answersComment: null };
  await memory().addMessage({
    ...{ messageId: 'm1', conversationId, text: 'A table?', createdAt: Date.now() },
    ...plain,
  });
  await look();
  await look();
  const { data } = (await test.get<ConversationPage>('/v1/conversations')).body;
  expect(data).toMatchObject([{ unread: 1, simulated: false, window: { state: 'open' } }]);
  await test.post('/v1/messages', { conversationId: data[0]?.id, text: 'Yes, at ten.' });
  await test.backend.runDue();
  await look();
  const kept = await memory().messagesIn(conversationId, 0, 10);
  expect(kept.map(({ text }) => text)).toEqual(['Yes, at ten.', 'A table?']);
  expect((await test.get<Account>(`/v1/accounts/${account.id}`)).body.health.status).toBe('healthy');
});

it('a chat service that is away does not hold up comments, nor the app view messages', async () => {
  away = '/xrpc/chat.';
  await memory().addComment({
    commentId: 'at://did:plc:mia/app.bsky.feed.post/meanwhile',
    ...{ networkPostId, parentId: null, networkUserId: MIA.networkUserId, author: MIA },
    // Announced as a mention.
    ...{ text: `@${server.scene.account.handle} Do you have tea?`, createdAt: Date.now() + 500 },
  });
  await look();
  await look();
  const { data } = (await test.get<CommentPage>('/v1/comments?limit=1')).body;
  expect(data).toMatchObject([{ text: expect.stringContaining('Do you have tea?') }]);
  const notes = async () => (await test.get<Account>(`/v1/accounts/${account.id}`)).body.inboxNotes;
  expect(await notes()).toEqual([expect.stringContaining('direct messages')]);

  away = '/xrpc/app.bsky.';
  await memory().addMessage({
    ...{ messageId: 'm2', conversationId: 'convo-1', text: 'For six?', createdAt: LATER },
    ...{ fromBusiness: false, attachments: [], fromAd: false, answersComment: null },
  });
  await look();
  await look();
  const { data: conversations } = (await test.get<ConversationPage>('/v1/conversations')).body;
  expect(conversations).toMatchObject([{ lastMessage: { text: 'For six?' } }]);
  expect(await notes()).toEqual([expect.stringContaining('replies')]);
  away = null;
  await look();
  await look();
  expect(await notes()).toEqual([]);
});

it('an app password without the right to messages is told, and comments go on', async () => {
  isChatRefused = true;
  const commentId = 'at://did:plc:mia/app.bsky.feed.post/later';
  await memory().addComment({
    ...{ commentId, networkPostId, parentId: null, networkUserId: MIA.networkUserId, author: MIA },
    ...{ text: 'Still open?', createdAt: Date.now() + 1000 },
  });
  await look();
  await look();
  const { body } = await test.get<Account>(`/v1/accounts/${account.id}`);
  expect(body).toMatchObject({
    health: { status: 'healthy' },
    inboxNotes: [expect.stringContaining('does not allow direct messages')],
  });
  const { data } = (await test.get<CommentPage>('/v1/comments?limit=1')).body;
  expect(data).toMatchObject([{ text: 'Still open?' }]);
});

it('access that has ended is renewed by a look, and the account stays healthy', async () => {
  const asked = () => server.log.filter((line) => line.endsWith('refreshSession')).length;
  const before = asked();
  // The access token of the account lasts two hours.
  server.now = () => Date.now() + 3 * 60 * 60_000;
  await look();
  expect(asked() - before).toBe(1);
  expect((await test.get<Account>(`/v1/accounts/${account.id}`)).body.health.status).toBe('healthy');
});

it('a reply that was deleted is marked by a look, and one of somebody who blocks the account is not', async () => {
  const reply = async (name: string, text: string) => {
    const commentId = `at://did:plc:mia/app.bsky.feed.post/${name}`;
    const by = { networkPostId, parentId: null, networkUserId: MIA.networkUserId, author: MIA };
    await memory().addComment({ commentId, ...by, text, createdAt: LATER });
    return commentId;
  };
  const stateOf = async (text: string) => {
    const { data } = (await test.get<CommentPage>('/v1/comments?state=visible,deleted&limit=100')).body;
    return data.find((one) => one.text === text)?.state;
  };
  const [goes, blocks] = [await reply('goes', 'Never mind.'), await reply('blocks', 'Mind you.')];
  await look();
  await look();
  expect([await stateOf('Never mind.'), await stateOf('Mind you.')]).toEqual(['visible', 'visible']);
  await memory().removeComment(goes);
  await memory().removeComment(blocks);
  blocked = blocks;
  for (let looks = 0; looks < 3; looks += 1) await look();
  expect([await stateOf('Never mind.'), await stateOf('Mind you.')]).toEqual(['deleted', 'visible']);
});
