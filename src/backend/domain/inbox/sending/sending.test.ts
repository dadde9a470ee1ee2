import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxScene } from '../../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../../test/support/running-backend.js';
import type { Problem } from '../../../../contract/errors.js';
import type { Comment, CreatedComment } from '../../../../contract/inbox/comments.js';
import type { Message } from '../../../../contract/inbox/messages.js';
import type { AccountRow } from '../../../store/schema.js';

const HOUR_MS = 60 * 60 * 1000;

let test: BackendUnderTest;
let scene: InboxScene;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  scene = await InboxScene.of(test);
});
afterAll(() => test.close());

/** A reply to a comment on a post of an account with a named failure. */
async function answered(account: AccountRow, text = 'Yes.') {
  const postId = await scene.published(account);
  const parentCommentId = await scene.commentOn(postId);
  const { body } = await test.post<CreatedComment>('/v1/comments', { parentCommentId, text });
  const atNetwork = async () =>
    (await scene.commentsAtNetwork(account, postId)).filter((one) => one.text === text).length;
  const now = async () => {
    const thread = await test.get<Comment>(`/v1/comments/${body.id}`);
    return thread.body.replies.find(({ id }) => id === body.id);
  };
  return { reply: body, parentCommentId, postId, atNetwork, now };
}

describe.each(['instagram', 'facebook'] as const)('replies on %s', (platform) => {
  it.each([
    ['rate_limited', 'sending', 'rate_limited'],
    ['permission_missing', 'failed', 'permission_missing'],
    ['content_refused', 'failed', undefined],
    ['server_error', 'sending', 'outcome_unknown'],
    ['lost_before_publish', 'sending', 'outcome_unknown'],
  ] as const)('of @%s are told to be %s', async (handle, status, code) => {
    const { reply, atNetwork } = await answered(await scene.connect(platform, handle));
    expect(reply.status).toBe(status);
    if (code) expect(reply.error?.code).toBe(code);
    if (reply.error) expect(reply.error.action).not.toContain('post');
    expect(await atNetwork()).toBe(0);
  });

  it.each(['published_but_response_lost', 'server_error_after_publish', 'answer_cut_short'])(
    'of @%s are found at the network, and sent once',
    async (handle) => {
      const { reply, atNetwork, now } = await answered(await scene.connect(platform, handle));
      expect(reply).toMatchObject({ status: 'sending', pollAfterSeconds: 2 });
      await scene.advance(600);
      expect(await now()).toMatchObject({ status: 'sent', error: null });
      expect(await atNetwork()).toBe(1);
    },
  );

  it('to a network that cannot be reached are tried for an hour, and say when', async () => {
    await scene.freeze();
    const { reply, atNetwork, now } = await answered(await scene.connect(platform, 'connection_refused'));
    expect(reply).toMatchObject({
      status: 'sending',
      error: { code: 'network_unavailable', action: 'Wait. Postrider retries automatically.' },
    });
    const { retryAt, givesUpAt } = reply.error ?? {};
    expect(Date.parse(givesUpAt ?? '') - Date.parse(reply.createdAt)).toBe(HOUR_MS);
    expect(Date.parse(retryAt ?? '')).toBeLessThan(Date.parse(givesUpAt ?? ''));
    await scene.advance(50 * 60);
    expect(await now()).toMatchObject({ status: 'sending', error: { givesUpAt } });
    await scene.advance(15 * 60);
    const last = await now();
    expect(last).toMatchObject({
      status: 'failed',
      error: { code: 'network_unavailable', action: 'Send it again once the network can be reached.' },
    });
    expect(last?.error?.givesUpAt).toBeUndefined();
    expect(await atNetwork()).toBe(0);
  });

  it('that failed leave the comment awaiting a reply, and can be sent again', async () => {
    const account = await scene.connect(platform, 'permission_missing');
    const { reply, parentCommentId } = await answered(account);
    expect(reply.status).toBe('failed');
    const thread = await test.get<Comment>(`/v1/comments/${parentCommentId}`);
    expect(thread.body.awaitingReply).toBe(true);
    const again = await test.post<Comment>('/v1/comments', { parentCommentId, text: 'Again.' });
    expect(again.status).toBe(201);
  });
});

/** A message with an unknown outcome: each look-up fails as sending it did. */
async function unknownMessage(account: AccountRow, effect: 'before' | 'after') {
  const conversationId = await scene.writeTo(account, { author: `@unknown.${effect}.${Math.random()}` });
  const fault = (method: string, path: string, does: object) =>
    test.post(
      '/v1/test/faults',
      { on: 'network', platform: account.platform, method, path, does },
      { key: scene.sandboxKey },
    );
  await fault('POST', '/v25.0', { kind: 'reset', effect });
  await fault('GET', '/v25.0', { kind: 'status', status: 500, effect: 'before' });
  const text = `Lost ${effect} ${conversationId}`;
  const { body } = await test.post<Message>('/v1/messages', { conversationId, text });
  expect(body.status).toBe('sending');
  await scene.advance(2 * 60 * 60);
  await test.request('DELETE', '/v1/test/faults', { key: scene.sandboxKey });
  const message = await test.get<Message>(`/v1/messages/${body.id}`);
  expect(message.body).toMatchObject({ status: 'unknown', error: { code: 'outcome_unknown' } });
  const sent = async () => (await scene.messagesAtNetwork(account)).filter((one) => one === text).length;
  const resolve = (outcome: string) =>
    test.post<Message & Omit<Problem, 'status'>>(`/v1/messages/${body.id}/resolve`, { outcome });
  return { id: body.id, conversationId, text, sent, resolve };
}

describe('a message whose outcome is unknown', () => {
  it('is not sent again automatically, and a check finds that it was sent', async () => {
    const { resolve, sent, conversationId, text } = await unknownMessage(
      await scene.account('instagram'),
      'after',
    );
    expect(await sent()).toBe(1);
    const repeat = await test.post<Problem>('/v1/messages', { conversationId, text });
    expect(repeat.body.code).toBe('already_answered');
    expect((await resolve('check')).body).toMatchObject({ status: 'sent', error: null });
    expect(await sent()).toBe(1);
    expect((await resolve('check')).body.code).toBe('state_conflict');
  });

  it('has failed when a check finds that it is not there, and the check sends nothing', async () => {
    const { resolve, sent } = await unknownMessage(await scene.account('facebook'), 'before');
    expect(await sent()).toBe(0);
    const { body } = await resolve('check');
    expect(body).toMatchObject({ status: 'failed', error: { code: 'not_delivered' } });
    expect(await sent()).toBe(0);
  });

  it('can be resolved as sent by a person who has checked', async () => {
    const { resolve, sent } = await unknownMessage(await scene.account('instagram'), 'after');
    expect((await resolve('sent')).body).toMatchObject({ status: 'sent', error: null });
    expect(await sent()).toBe(1);
  });

  it('is sent again on request while the window is open', async () => {
    const { resolve, sent, conversationId } = await unknownMessage(await scene.account('facebook'), 'before');
    expect((await resolve('send_again')).body).toMatchObject({ status: 'sent' });
    expect(await sent()).toBe(1);
    const page = await test.get<{ data: Message[] }>(`/v1/messages?conversationId=${conversationId}`);
    expect(page.body.data.filter(({ direction }) => direction === 'outbound')).toHaveLength(1);
  });

  it('is not sent again after the window has closed', async () => {
    const { resolve, sent } = await unknownMessage(await scene.account('instagram'), 'before');
    await scene.advance(24 * 60 * 60);
    expect((await resolve('send_again')).body).toMatchObject({ code: 'reply_window_closed' });
    expect(await sent()).toBe(0);
  });
});

it('a notice is read again when the network could not be reached', async () => {
  const account = await scene.account('facebook');
  await test.post(
    '/v1/test/faults',
    {
      on: 'network',
      platform: 'facebook',
      method: 'GET',
      does: { kind: 'reset', effect: 'before' },
      times: 1,
    },
    { key: scene.sandboxKey },
  );
  const { messageIds } = await scene.inbound({ type: 'message', accountId: account.id, author: '@patient' });
  expect(messageIds).toEqual([]);
  test.clock.advance(3000);
  const again = await scene.inbound({
    type: 'message',
    accountId: account.id,
    author: '@patient',
    text: 'Two',
  });
  const page = await test.get<{ data: Message[] }>(`/v1/messages?conversationId=${again.conversationId}`);
  expect(page.body.data).toHaveLength(2);
});

it('an account that needs to be reconnected says so, and nothing is sent', async () => {
  const account = await scene.connect('instagram', 'short.access');
  const conversationId = await scene.writeTo(account, { author: '@visitor' });
  await test.post(`/v1/test/accounts/${account.id}/expire`, undefined, { key: scene.sandboxKey });
  const { body } = await test.post<Message>('/v1/messages', { conversationId, text: 'Hello' });
  expect(body).toMatchObject({ status: 'failed', error: { code: 'account_reconnect_required' } });
  const health = await test.get<{ health: { status: string } }>(`/v1/accounts/${account.id}`);
  expect(health.body.health.status).toBe('reconnect_required');
  const hide = await answered(await scene.connect('instagram', 'another.cafe'));
  await test.post(`/v1/test/accounts/${hide.reply.accountId}/expire`, undefined, { key: scene.sandboxKey });
  const refused = await test.post<Problem>(`/v1/comments/${hide.parentCommentId}/hide`, undefined);
  expect(refused.body).toMatchObject({ code: 'network_refused' });
});
