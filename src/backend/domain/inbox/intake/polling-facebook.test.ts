import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppConnecting } from '../../../../../test/support/networks/sign-in/app-connecting.js';
import { Visitor } from '../../../../../test/support/visitor.js';
import type { Account } from '../../../../contract/accounts/accounts.js';
import type { CommentPage, CreatedComment } from '../../../../contract/inbox/comments.js';
import type { ConversationPage } from '../../../../contract/inbox/conversations.js';
import type { Post } from '../../../../contract/posts/posts.js';
import { json } from '../../../networks/answers.js';
import { facebookInDevelopment as signIn } from '../../../simulators/over-http/sign-in/facebook.js';
import { personOf } from '../../../simulators/shared/people.js';

const MINUTE = 60_000;
const MIA = personOf('mia');

let facebook: AppConnecting;
let account: Account;
let postId: string;
let networkPostId: string;
/** Whether the app lacks the permission for messages. */
let lacksMessaging = false;

beforeAll(async () => {
  facebook = await AppConnecting.start({
    ...signIn,
    first: (request, service) =>
      lacksMessaging && request.url.pathname.endsWith('/conversations')
        ? json(403, { error: { message: '(#200) Requires pages_messaging', code: 200 } })
        : (signIn.first?.(request, service) ?? null),
  });
  account = await facebook.connect([facebook.signIn.network.scene.account.networkUserId]);
  const { body } = await facebook.test.post<Post>('/v1/posts', {
    accountIds: [account.id],
    text: 'Oat milk is here',
    scheduleMode: 'now',
    overrides: [{ target: 'facebook', firstComment: 'And soy.' }],
  });
  postId = body.id;
  await facebook.test.backend.runDue();
  networkPostId = memory().posts[0]?.networkPostId ?? '';
});
afterAll(() => facebook.close());

const memory = () => facebook.signIn.network.scene.memory;
const comments = async () => (await facebook.test.get<CommentPage>('/v1/comments?order=asc')).body.data;

let number = 0;
async function write(text: string, parentId: string | null = null, on = networkPostId): Promise<string> {
  number += 1;
  const commentId = `${on.split('_')[1]}_${number}`;
  const written = { commentId, networkPostId: on, parentId, author: MIA, text };
  await memory().addComment({
    ...written,
    networkUserId: MIA.networkUserId,
    createdAt: facebook.test.clock.now(),
  });
  return commentId;
}

async function look(): Promise<void> {
  facebook.test.clock.advance(20 * MINUTE);
  await facebook.test.backend.runDue();
}

it('comments on posts of a real Page are read, and those of the Page itself are not', async () => {
  const first = await write('Where?');
  await write('Here?', first);
  await look();
  await look();
  expect(account.capabilities).toMatchObject({ comments: true, messages: true });
  expect(await comments()).toMatchObject([
    { postId, text: 'Where?', parentCommentId: null, simulated: false, awaitingReply: true },
    { postId, text: 'Here?', parentCommentId: expect.stringMatching(/^cmt_/) },
  ]);
});

it('comments under a post that was published elsewhere are left out, and hold up no others', async () => {
  const { networkUserId } = facebook.signIn.network.scene.account;
  const elsewhere = `${networkUserId}_900000000000009`;
  const [own] = memory().posts;
  if (!own) throw new Error('Nothing is published.');
  await memory().addPost({ ...own, networkPostId: elsewhere, key: null });
  const there = await write('On the other post?', null, elsewhere);
  await write('And below it?', there, elsewhere);
  await write('Until when?');
  const before = facebook.signIn.network.log.length;
  await look();
  expect((await comments()).map(({ text }) => text)).toEqual(['Where?', 'Here?', 'Until when?']);
  const asked = facebook.signIn.network.log.slice(before);
  expect(asked.filter((line) => line.includes(elsewhere) || line.endsWith(there))).toEqual([]);
});

it('a comment on the post of a video is one on the post that is stored under the id of the video', async () => {
  const { networkUserId } = facebook.signIn.network.scene.account;
  const [own] = memory().posts;
  if (!own) throw new Error('Nothing is published.');
  const postOfVideo = `${networkUserId}_700000000000007`;
  await memory().addPost({ ...own, networkPostId: postOfVideo, mediaIds: [networkPostId], key: null });
  await write('In the video, too?', null, postOfVideo);
  await look();
  const [, , , comment] = await comments();
  expect(comment).toMatchObject({ postId, text: 'In the video, too?', parentCommentId: null });
});

it('a comment on a post that is still being published is kept until the post is known', async () => {
  const { store } = facebook.test.backend.services;
  const settle = (status: 'publishing' | 'published') =>
    store.write(async (trx) => {
      const known = { status, network_post_id: status === 'published' ? networkPostId : null };
      await trx.updateTable('targets').set(known).where('post_id', '=', postId).execute();
      await trx.updateTable('posts').set({ status }).where('id', '=', postId).execute();
    });
  const texts = async () => (await comments()).map(({ text }) => text);
  await settle('publishing');
  await write('So early?');
  await look();
  await look();
  expect(await texts()).not.toContain('So early?');
  await settle('published');
  await look();
  expect(await texts()).toContain('So early?');
});

it('a reply is published below the comment', async () => {
  const [comment] = await comments();
  const { status } = await facebook.test.post<CreatedComment>('/v1/comments', {
    postId,
    parentCommentId: comment?.id,
    text: 'At the harbour.',
  });
  expect(status).toBe(201);
  await facebook.test.backend.runDue();
  const under = await memory().commentsOn(networkPostId);
  expect(under.map(({ text }) => text)).toContain('At the harbour.');
});

it('a conversation is read when it is new, and again only when it has changed', async () => {
  const conversationId = 't_1';
  const { networkUserId } = facebook.signIn.network.scene.account;
  const updatedAt = facebook.test.clock.now();
  await memory().conversationWith({ conversationId, networkUserId, person: MIA, updatedAt });
  await memory().addMessage({
    ...{ messageId: 'm_1', conversationId, fromBusiness: false, fromAd: false, text: 'Hello' },
    ...{ attachments: [], answersComment: null, createdAt: updatedAt },
  });
  await look();
  await look();
  const { data } = (await facebook.test.get<ConversationPage>('/v1/conversations')).body;
  expect(data).toMatchObject([{ simulated: false, participant: { displayName: 'mia' } }]);
  const reads = () => facebook.signIn.network.log.filter((line) => line.endsWith('/t_1')).length;
  const before = reads();
  await look();
  expect(reads()).toBe(before);
});

it('says that messages are not read if the app lacks the permission, and reads comments all the same', async () => {
  lacksMessaging = true;
  await write('Still there?');
  await look();
  await look();
  expect((await comments()).map(({ text }) => text)).toContain('Still there?');
  const { body } = await facebook.test.get<Account>(`/v1/accounts/${account.id}`);
  expect(body.inboxNotes).toEqual(['Facebook does not let your app read messages (pages_messaging).']);
  expect(body.health.status).toBe('healthy');
});

it('says before a late reply that Meta demands a feature of the app, and sends it with the tag, once', async () => {
  facebook.test.clock.advance(25 * 60 * MINUTE);
  const person = await Visitor.signedIn(facebook.test);
  const [conversation] = (await facebook.test.get<ConversationPage>('/v1/conversations')).body.data;
  const path = `/inbox/conversations/${conversation?.id}`;
  const { html } = await person.open(path);
  expect(html).toContain('needs the feature Human Agent');
  const text = 'Sorry for the wait: yes.';
  const hidden = html.matchAll(/type="hidden" name="(key)" value="([^"]*)"/g);
  const fields = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]));
  await person.send(`${path}/send`, { ...fields, way: 'human_agent', text });
  await facebook.test.backend.runDue();
  expect((await memory().messagesIn('t_1', 0, 10)).map((one) => one.text)).toEqual([text, 'Hello']);
});
