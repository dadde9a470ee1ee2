import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import type {
  Comment,
  CommentPage,
  CommentThread,
  CreatedComment,
} from '../../../contract/inbox/comments.js';
import type { AccountRow } from '../../store/schema.js';
import { writeAsPerson } from '../sandbox/write-as-person.js';

const DAY = 24 * 60 * 60;

let test: BackendUnderTest;
let scene: InboxScene;
let instagram: AccountRow;
let facebook: AccountRow;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  scene = await InboxScene.of(test);
  instagram = await scene.account('instagram');
  facebook = await scene.account('facebook');
});
afterAll(() => test.close());

const list = async (query: string): Promise<Comment[]> =>
  (await test.get<CommentPage>(`/v1/comments?${query}`)).body.data;
const read = async (id: string): Promise<CommentThread> =>
  (await test.get<CommentThread>(`/v1/comments/${id}`)).body;
const reply = (body: unknown, headers = {}) =>
  test.post<CreatedComment & Omit<Problem, 'status'>>('/v1/comments', body, { headers });

describe.each(['instagram', 'facebook'] as const)('comments on %s', (platform) => {
  const account = () => (platform === 'instagram' ? instagram : facebook);

  it('arrive as they were written, unread and awaiting a reply', async () => {
    const postId = await scene.published(account());
    const text = 'Do you have oat milk? 🥛';
    const id = await scene.commentOn(postId, { author: '@anna', displayName: 'Anna', text });
    const [comment] = await list(`postId=${postId}&limit=5`);
    expect(comment).toMatchObject({
      id,
      postId,
      accountId: account().id,
      platform,
      parentCommentId: null,
      threadId: id,
      author: { displayName: platform === 'instagram' ? 'anna' : 'Anna', isYou: false },
      text,
      when: { relative: 'now', timezone: expect.any(String) },
      state: 'visible',
      status: null,
      replies: [],
      awaitingReply: true,
      unread: true,
      canReply: true,
      allowed: ['reply', 'private_reply'],
    });
  });

  it('can be answered with the documented request', async () => {
    const postId = await scene.published(account());
    const parentCommentId = await scene.commentOn(postId);
    const answer = await reply({ postId, parentCommentId, text: 'We are! ☕' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      parentCommentId,
      text: 'We are! ☕',
      status: 'sent',
      author: { isYou: true },
      awaitingReply: false,
      pollAfterSeconds: null,
    });
    const thread = await read(answer.body.id);
    expect(thread).toMatchObject({ id: parentCommentId, requestedId: answer.body.id, awaitingReply: false });
    expect(thread.replies.map(({ id }) => id)).toEqual([answer.body.id]);
    const atNetwork = await scene.commentsAtNetwork(account(), postId);
    expect(atNetwork.map(({ text }) => text)).toEqual(['Is it open?', 'We are! ☕']);
    expect(atNetwork[1]?.parentId).toBe(atNetwork[0]?.commentId);
  });

  it('that reply to a reply get their reply under the top comment', async () => {
    const postId = await scene.published(account());
    const top = await scene.commentOn(postId);
    const { commentIds } = await scene.inbound({ type: 'comment', parentCommentId: top, text: 'Me too?' });
    const nested = commentIds[0] ?? '';
    expect((await read(nested)).replies[0]).toMatchObject({
      id: nested,
      parentCommentId: top,
      replyRules: { attachesTo: top },
    });
    const answer = await reply({ parentCommentId: nested, text: 'You too.' });
    expect(answer.body).toMatchObject({ status: 'sent', parentCommentId: nested, threadId: top });
    const atNetwork = await scene.commentsAtNetwork(account(), postId);
    expect(atNetwork[2]?.parentId).toBe(atNetwork[0]?.commentId);
    expect(await list(`postId=${postId}&unanswered=true`)).toMatchObject([{ id: top }]);
  });

  it('get one reply, unless a duplicate is allowed', async () => {
    const postId = await scene.published(account());
    const parentCommentId = await scene.commentOn(postId);
    const first = await reply({ postId, parentCommentId, text: 'Yes.' });
    const again = await reply({ postId, parentCommentId, text: 'Yes, we are.' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'already_answered', replyId: first.body.id });
    const wanted = await reply({ postId, parentCommentId, text: 'Until ten.', allowDuplicate: true });
    expect(wanted.body.status).toBe('sent');
    expect(await scene.commentsAtNetwork(account(), postId)).toHaveLength(3);
  });

  it('get one reply from requests with the same key', async () => {
    const postId = await scene.published(account());
    const parentCommentId = await scene.commentOn(postId);
    const headers = { 'idempotency-key': `reply-${parentCommentId}` };
    const first = await reply({ parentCommentId, text: 'Yes.' }, headers);
    const replayed = await reply({ parentCommentId, text: 'Yes.' }, headers);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(replayed.body.id).toBe(first.body.id);
    expect(await scene.commentsAtNetwork(account(), postId)).toHaveLength(2);
  });

  it('that are hidden allow only a private reply', async () => {
    const postId = await scene.published(account());
    const id = await scene.commentOn(postId);
    expect((await test.post<Comment>(`/v1/comments/${id}/hide`, undefined)).body).toMatchObject({
      state: 'hidden',
      canReply: false,
      allowed: ['private_reply'],
    });
    const refused = await reply({ parentCommentId: id, text: 'Hello' });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'reply_not_possible', allowed: ['private_reply'] });
    expect((await scene.commentsAtNetwork(account(), postId))[0]?.hidden).toBe(true);
    const shown = await test.post<Comment>(`/v1/comments/${id}/unhide`, undefined);
    expect(shown.body).toMatchObject({ state: 'visible', canReply: true });
  });

  it('are deleted at the network, with their replies', async () => {
    const postId = await scene.published(account());
    const id = await scene.commentOn(postId);
    await reply({ parentCommentId: id, text: 'Yes.' });
    const gone = await test.request<Comment>('DELETE', `/v1/comments/${id}`);
    expect(gone.body).toMatchObject({ state: 'deleted', awaitingReply: false, canReply: false, allowed: [] });
    expect(await scene.commentsAtNetwork(account(), postId)).toEqual([]);
    expect(await list(`postId=${postId}`)).toEqual([]);
    expect(await list(`postId=${postId}&state=deleted`)).toHaveLength(1);
    expect((await test.request('DELETE', `/v1/comments/${id}`)).status).toBe(200);
  });

  it('get one private reply within seven days', async () => {
    const postId = await scene.published(account());
    const id = await scene.commentOn(postId, { author: '@private.reader' });
    const answer = await reply({ parentCommentId: id, text: 'Just for you.', private: true });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ id, messageStatus: 'sent', awaitingReply: false });
    const { messageId, conversationId } = answer.body;
    const conversation = await test.get(`/v1/conversations/${conversationId}`);
    expect(conversation.body).toMatchObject({
      canReplyUntil: null,
      cannotReplyReason: expect.stringContaining('has not written yet'),
      window: { state: 'closed', basis: null },
      allowed: ['wait_for_person'],
      lastMessage: { id: messageId, text: 'Just for you.', status: 'sent' },
    });
    const again = await reply({
      parentCommentId: id,
      text: 'Once more.',
      private: true,
      allowDuplicate: true,
    });
    expect(again.body).toMatchObject({ code: 'already_answered', replyId: messageId });

    const late = await scene.commentOn(postId, { author: '@late.reader' });
    await scene.advance(7 * DAY + 60);
    const refused = await reply({ parentCommentId: late, text: 'Too late.', private: true });
    expect(refused.body).toMatchObject({ code: 'reply_not_possible', allowed: ['reply'] });
  });

  it('can be posted on your own post', async () => {
    const postId = await scene.published(account());
    const made = await reply({ postId, text: 'First!' });
    expect(made.body).toMatchObject({ status: 'sent', parentCommentId: null, threadId: made.body.id });
    const again = await reply({ postId, text: 'First!' });
    expect(again.body).toMatchObject({ code: 'already_answered', replyId: made.body.id });
    expect(await list(`postId=${postId}`)).toMatchObject([{ id: made.body.id, author: { isYou: true } }]);
  });

  it('that are too long are refused without a call to the network', async () => {
    const postId = await scene.published(account());
    const parentCommentId = await scene.commentOn(postId);
    const max = platform === 'instagram' ? 2200 : 8000;
    const refused = await reply({ parentCommentId, text: 'x'.repeat(max + 1) });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'reply_rules_violated',
      errors: [{ code: 'text_too_long', pointer: '/text', limit: max, actual: max + 1, fitsUpTo: max }],
    });
  });
});

it('comments on a live video allow no public reply on Instagram', async () => {
  const postId = await scene.published(instagram);
  const id = await scene.commentOn(postId, { live: true });
  expect(await read(id)).toMatchObject({ canReply: false, allowed: ['private_reply'] });
});

it('a thread is read page by page, with each reply once', async () => {
  const postId = await scene.published(instagram);
  const top = await scene.commentOn(postId);
  await scene.inbound({ type: 'comment', parentCommentId: top, text: 'Reply', count: 25 });
  const seen: string[] = [];
  let cursor = '';
  for (let page = 0; page < 4; page += 1) {
    const thread = await test.get<CommentThread>(`/v1/comments/${top}?limit=10${cursor}`);
    seen.push(...thread.body.replies.map(({ text }) => text));
    expect(thread.body.replyCount).toBe(25);
    if (thread.body.nextCursor === null) break;
    cursor = `&cursor=${thread.body.nextCursor}`;
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, place) => `Reply (${place + 1})`));
});

it('a hundred comments that arrive together are all stored, each once', async () => {
  const postId = await scene.published(facebook);
  const { commentIds } = await scene.inbound({ type: 'comment', postId, text: 'Hi', count: 100 });
  expect(new Set(commentIds).size).toBe(100);
  await scene.inbound({ type: 'comment', postId, text: 'Hi again', count: 30 });
  expect(await list(`postId=${postId}&limit=100`)).toHaveLength(100);
  expect(await list(`postId=${postId}&limit=100&since=2026-01-01`)).toHaveLength(100);
});

it('lists are filtered by account, network, read state and time', async () => {
  const postId = await scene.published(facebook);
  const id = await scene.commentOn(postId, { text: 'Narrow me' });
  const has = async (query: string) => (await list(`limit=100&${query}`)).some((one) => one.id === id);
  expect(await has(`accountId=${facebook.id}`)).toBe(true);
  expect(await has(`accountId=${instagram.id}`)).toBe(false);
  expect(await has('platform=facebook&unread=true')).toBe(true);
  expect(await has('platform=instagram')).toBe(false);
  expect((await test.post<Comment>(`/v1/comments/${id}/read`, undefined)).body.unread).toBe(false);
  expect(await has('unread=true')).toBe(false);
  expect(await has('unread=false&unanswered=true')).toBe(true);
  expect(await has('since=2100-01-01')).toBe(false);
  const { status, body } = await test.get<Problem>('/v1/comments?since=yesterday-ish');
  expect([status, body.errors?.[0]?.field]).toEqual([422, 'since']);
});

it('texts of strangers are stored unchanged', async () => {
  const postId = await scene.published(instagram);
  const hostile = [
    '<script>alert(1)</script><img src=x onerror=alert(2)>',
    '![x](http://evil.example/a.png) [click](javascript:alert(1))',
    '\u202Egnp.exe\u202C \u200Bzero\u200Dwidth\uFEFF',
    '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301',
    'wall '.repeat(2000),
  ];
  for (const text of hostile) {
    const id = await scene.commentOn(postId, { text });
    expect((await read(id)).text).toBe(text);
  }
  const target = await scene.store.db
    .selectFrom('network_posts')
    .select('path')
    .where('network_post_id', 'is not', null)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const page = await fetch(`${test.backend.url}/network/instagram${target.path}`);
  const html = await page.text();
  expect(html).not.toContain('<script>alert(1)');
  expect(html).toContain('&lt;script&gt;alert(1)');
  expect(html).toContain('>Mia<');
});

it('a NUL that a network sends is stored unchanged, but a request with one is refused', async () => {
  const text = 'NUL \u0000 in the middle';
  const postId = await scene.published(instagram);
  const { status, body } = await reply({ postId, text });
  expect([status, body.code]).toEqual([400, 'malformed_request']);
  const { network_post_id: networkPostId } = await scene.store.db
    .selectFrom('targets')
    .select('network_post_id')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  const person = { networkUserId: '17', handle: 'mia', displayName: 'Mia' };
  await writeAsPerson(test.backend.services, instagram, {
    ...{ kind: 'comment', networkPostId: networkPostId ?? '', parentId: null, person, texts: [text] },
    ...{ hidden: false, live: false, at: test.clock.now() },
  });
  await scene.commentOn(postId);
  expect((await list(`postId=${postId}`)).map((comment) => comment.text)).toContain(text);
});

it('comments of another workspace are not found', async () => {
  const postId = await scene.published(instagram);
  const id = await scene.commentOn(postId);
  const { createWorkspace } = await import('../access/workspaces.js');
  const { randomIds } = await import('../../base/ids.js');
  const other = await createWorkspace(
    scene.store,
    { name: 'Other', timezone: 'UTC', sandbox: true },
    { clock: test.clock, ids: randomIds },
  );
  const key = await test.newKey('sandbox', other);
  const codes = [
    (await test.get<Problem>(`/v1/comments/${id}`, { key })).body.code,
    (await test.get<Problem>(`/v1/comments?postId=${postId}`, { key })).body.code,
    (await test.post<Problem>('/v1/comments', { parentCommentId: id, text: 'x' }, { key })).body.code,
    (await test.post<Problem>('/v1/comments', { postId, text: 'x' }, { key })).body.code,
    (await test.post<Problem>(`/v1/comments/${id}/read`, undefined, { key })).body.code,
    (await test.post<Problem>(`/v1/comments/${id}/hide`, undefined, { key })).body.code,
    (await test.post<Problem>(`/v1/comments/${id}/unhide`, undefined, { key })).body.code,
    (await test.request<Problem>('DELETE', `/v1/comments/${id}`, { key })).body.code,
    (await test.post<Problem>(`/v1/comments/${id}/resolve`, { outcome: 'sent' }, { key })).body.code,
    (await test.post<Problem>('/v1/test/inbound', { type: 'comment', parentCommentId: id }, { key })).body
      .code,
  ];
  expect(codes).toEqual([
    'comment_not_found',
    'post_not_found',
    'comment_not_found',
    'post_not_found',
    ...Array.from({ length: 6 }, () => 'comment_not_found'),
  ]);
  expect((await test.get<CommentPage>('/v1/comments', { key })).body.data).toEqual([]);
});
