import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import type { Conversation, ConversationPage } from '../../../contract/inbox/conversations.js';
import type { Message, MessagePage } from '../../../contract/inbox/messages.js';
import { randomIds } from '../../base/ids.js';
import type { AccountRow } from '../../store/schema.js';
import { createWorkspace } from '../access/workspaces.js';

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

type Sent = Message & Omit<Problem, 'status'>;

const send = (conversationId: string, body: object) =>
  test.post<Sent>('/v1/messages', { conversationId, ...body });
const conversation = async (id: string): Promise<Conversation> =>
  (await test.get<Conversation>(`/v1/conversations/${id}`)).body;
const messages = async (id: string, query = ''): Promise<MessagePage> =>
  (await test.get<MessagePage>(`/v1/messages?conversationId=${id}${query}`)).body;
const conversations = async (query: string): Promise<Conversation[]> =>
  (await test.get<ConversationPage>(`/v1/conversations?${query}`)).body.data;

let people = 0;
/** A person who has not written before. */
const somebody = (): string => {
  people += 1;
  return `@person${people}`;
};

describe.each(['instagram', 'facebook'] as const)('direct messages on %s', (platform) => {
  const account = () => (platform === 'instagram' ? instagram : facebook);

  it('arrive, are answered, and the window is shown', async () => {
    const author = somebody();
    const id = await scene.writeTo(account(), { author, displayName: 'Noor', text: 'A table for two?' });
    expect(await conversation(id)).toMatchObject({
      id,
      accountId: account().id,
      platform,
      participant: { displayName: platform === 'instagram' ? author.slice(1) : 'Noor' },
      canReplyUntil: { relative: 'in 1 d', timezone: expect.any(String) },
      cannotReplyReason: null,
      window: { state: 'open', basis: 'standard' },
      lastMessage: { direction: 'inbound', text: 'A table for two?', status: null },
      awaitingReply: true,
      unread: 1,
      allowed: ['message'],
    });
    const sent = await send(id, { text: 'At eight? 🪑' });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      direction: 'outbound',
      status: 'sent',
      text: 'At eight? 🪑',
      error: null,
    });
    expect(await conversation(id)).toMatchObject({
      awaitingReply: false,
      unread: 0,
      lastMessage: { id: sent.body.id, status: 'sent' },
    });
    expect((await messages(id)).data.map(({ text }) => text)).toEqual(['At eight? 🪑', 'A table for two?']);
    expect(await scene.messagesAtNetwork(account())).toContain('At eight? 🪑');
    expect((await test.get<Message>(`/v1/messages/${sent.body.id}`)).body).toEqual(sent.body);
  });

  it('go from open to closing to closed as the workspace’s clock moves, everywhere', async () => {
    const id = await scene.writeTo(account(), { author: somebody() });
    const listed = async (query: string) =>
      (await conversations(`accountId=${account().id}&limit=100&${query}`)).some((one) => one.id === id);
    await scene.advance(21 * HOUR - 60);
    expect((await conversation(id)).window.state).toBe('open');
    expect([await listed('window=open'), await listed('window=closing')]).toEqual([true, false]);
    await scene.advance(2 * HOUR);
    expect((await conversation(id)).window.state).toBe('closing');
    expect([await listed('window=open'), await listed('window=closing')]).toEqual([false, true]);
    await scene.advance(2 * HOUR);
    expect(await conversation(id)).toMatchObject({
      window: { state: 'closed', basis: 'standard' },
      canReplyUntil: { relative: expect.stringContaining('ago') },
      cannotReplyReason: expect.stringContaining('has closed'),
      allowed: ['human_agent', 'wait_for_person'],
    });
    expect([await listed('window=closing'), await listed('window=closed')]).toEqual([false, true]);
    const before = (await scene.messagesAtNetwork(account())).length;
    const refused = await send(id, { text: 'Too late' });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'reply_window_closed',
      closedAt: (await conversation(id)).canReplyUntil?.utc,
      allowed: ['human_agent', 'wait_for_person'],
    });
    expect(await scene.messagesAtNetwork(account())).toHaveLength(before);
    await scene.inbound({ type: 'message', conversationId: id, text: 'Still there?' });
    expect((await send(id, { text: 'We are' })).body.status).toBe('sent');
  });

  it('stay open for seven days after a click-to-message ad', async () => {
    const id = await scene.writeTo(account(), { author: somebody(), clickToMessage: true });
    await scene.advance(6 * 24 * HOUR);
    expect((await conversation(id)).window).toEqual({ state: 'open', basis: 'click_to_message' });
    expect((await send(id, { text: 'Hello!' })).body.status).toBe('sent');
    await scene.advance(24 * HOUR + 60);
    expect((await conversation(id)).window.state).toBe('closed');
    expect((await send(id, { text: 'Hello?' })).body.code).toBe('reply_window_closed');
  });

  it('that are sent while the window closes have the outcome that the network decides', async () => {
    const id = await scene.writeTo(account(), { author: somebody() });
    // The network closes the window by its own clock; by this one there is a minute left.
    await scene.advance(24 * HOUR + 30);
    await scene.store.write((trx) =>
      trx
        .updateTable('conversations')
        .set({ closes_at: test.clock.now() + 10 ** 12 })
        .where('id', '=', id)
        .execute(),
    );
    const raced = await send(id, { text: 'In time?' });
    expect(raced.body).toMatchObject({
      status: 'failed',
      error: {
        code: 'reply_window_closed',
        network: { code: platform === 'instagram' ? '10/2534022' : '10/2018278' },
      },
    });
    expect(await conversation(id)).toMatchObject({ awaitingReply: true, lastMessage: { status: 'failed' } });
  });

  it('to people who accept none, or who talk to another app, fail for that reason', async () => {
    const cases = [
      ['@unreachable', 'person_unreachable', platform === 'instagram' ? '100/2534014' : '551/1545041'],
      ['@held_by_other_app', 'conversation_held', platform === 'instagram' ? '100/2018300' : '2018300'],
    ] as const;
    for (const [author, code, networkCode] of cases) {
      const id = await scene.writeTo(account(), { author });
      const { body } = await send(id, { text: 'Hello' });
      expect(body).toMatchObject({ status: 'failed', error: { code, retryable: false } });
      expect(body.error?.network?.code).toContain(networkCode);
    }
  });

  it('are not sent twice unless a duplicate is allowed', async () => {
    const id = await scene.writeTo(account(), { author: somebody() });
    const first = await send(id, { text: 'See you  at TEN' });
    const again = await send(id, { text: 'see you at ten' });
    expect(again.body).toMatchObject({ code: 'already_answered', replyId: first.body.id });
    expect((await send(id, { text: 'see you at ten', allowDuplicate: true })).body.status).toBe('sent');
  });

  it('that break the network’s rules are refused without a call to the network', async () => {
    const id = await scene.writeTo(account(), { author: somebody() });
    const refusals = async (body: object) =>
      (await send(id, body)).body.errors?.map(({ code }) => code) ?? [];
    const max = (await conversation(id)).replyRules.max;
    expect(await refusals({})).toEqual(['text_required']);
    expect(await refusals({ text: '  ' })).toEqual(['text_required']);
    expect(await refusals({ text: 'x'.repeat(max + 1) })).toEqual(['text_too_long']);
    expect(await refusals({ mediaUrls: ['med_nothing'] })).toEqual(['media_unknown']);
    expect(await refusals({ text: 'Look', mediaUrls: ['a', 'b'] })).toEqual([
      'text_with_media',
      'too_many_media',
      'media_unknown',
      'media_unknown',
    ]);
    if (platform === 'instagram') {
      expect(await refusals({ text: '🪑'.repeat(251) })).toEqual(['text_too_long']);
      expect((await send(id, { text: '🪑'.repeat(250) })).body.status).toBe('sent');
    }
  });
});

it('a file is uploaded and sent as a separate message, once', async () => {
  const id = await scene.writeTo(instagram, { author: somebody() });
  const { media } = test.backend.services;
  const file = await media.receive();
  await file.write(new Uint8Array([1, 2, 3]));
  await file.save({ workspaceId: test.workspace.id, sha256: 'aa' });
  const row = {
    workspace_id: test.workspace.id,
    sha256: 'aa',
    kind: 'image' as const,
    content_type: 'image/jpeg',
    width: 10,
    height: 10,
    duration_seconds: null,
    frames_per_second: null,
    codecs_json: '[]',
    warnings_json: '[]',
    filename: null,
    has_thumbnail: 0 as const,
    created_by_key: 'key_1',
    created_at: test.clock.now(),
    used_at: test.clock.now(),
  };
  await scene.store.write(async (trx) => {
    await trx
      .insertInto('media')
      .values({ ...row, key: 'med_small', bytes: 3 })
      .execute();
    await trx
      .insertInto('media')
      .values({ ...row, key: 'med_large', bytes: 8_000_001 })
      .execute();
  });
  const sent = await send(id, { mediaUrls: ['med_small'] });
  expect(sent.body).toMatchObject({ status: 'sent', text: '', media: [{ kind: 'image', key: 'med_small' }] });
  const large = await send(id, { mediaUrls: ['med_large'] });
  expect(large.body.errors).toMatchObject([{ code: 'media_too_large', limit: 8_000_000 }]);
});

it('attachments of people are shown', async () => {
  const id = await scene.writeTo(facebook, {
    author: somebody(),
    attachments: [{ kind: 'video', url: 'https://cdn.example/v.mp4' }],
  });
  expect((await messages(id)).data[0]?.media).toEqual([
    { kind: 'video', key: null, url: 'https://cdn.example/v.mp4' },
  ]);
});

it('the human-agent tag is refused for an API key, with the reason', async () => {
  const id = await scene.writeTo(instagram, { author: somebody() });
  const refused = await send(id, { text: 'By hand', humanAgent: true });
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({
    code: 'person_required',
    detail: expect.stringContaining('only in the dashboard'),
  });
});

it('the person at the other end sees the conversation on the network’s page', async () => {
  const text = '<b onmouseover=alert(1)>Bold?</b>';
  const id = await scene.writeTo(instagram, { author: somebody(), text });
  await send(id, { text: 'No, thanks.' });
  const url = (await conversation(id)).url ?? '';
  const page = await fetch(url);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('No, thanks.');
  expect(html).toContain('&lt;b onmouseover=alert(1)&gt;');
  expect(html).not.toContain('<b onmouseover');
  expect((await fetch(`${url}9`)).status).toBe(404);
});

it('a conversation is marked as read', async () => {
  const id = await scene.writeTo(instagram, { author: somebody(), count: 3 });
  expect((await conversation(id)).unread).toBe(3);
  expect((await test.post<Conversation>(`/v1/conversations/${id}/read`, undefined)).body.unread).toBe(0);
  expect((await conversation(id)).unread).toBe(0);
});

it('conversations are listed the latest first, or the one that closes next', async () => {
  const account = await scene.connect('instagram', 'ordered.cafe');
  const first = await scene.writeTo(account, { author: '@first' });
  await scene.advance(60);
  const ad = await scene.writeTo(account, { author: '@ad', clickToMessage: true });
  await scene.advance(60);
  const third = await scene.writeTo(account, { author: '@third' });
  const ids = async (query: string) =>
    (await conversations(`accountId=${account.id}&${query}`)).map(({ id }) => id);
  expect(await ids('')).toEqual([third, ad, first]);
  expect(await ids('order=soonest_closing')).toEqual([first, third, ad]);
  await send(third, { text: 'Yes' });
  expect(await ids('unanswered=true&order=soonest_closing')).toEqual([first, ad]);
  expect(await ids('unanswered=false')).toEqual([third]);
  const page = await test.get<ConversationPage>(`/v1/conversations?accountId=${account.id}&limit=2`);
  const next = await test.get<ConversationPage>(
    `/v1/conversations?accountId=${account.id}&limit=2&cursor=${page.body.nextCursor}`,
  );
  expect([...page.body.data, ...next.body.data].map(({ id }) => id)).toEqual([third, ad, first]);
  expect(next.body.nextCursor).toBeNull();
});

it('the newest page of a conversation comes first, followed by the older ones', async () => {
  const id = await scene.writeTo(facebook, { author: somebody(), text: 'No.', count: 120 });
  const seen: string[] = [];
  let cursor = '';
  do {
    const page: MessagePage = await messages(id, `&limit=50${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.data.map(({ text }) => text));
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  expect(seen).toEqual(Array.from({ length: 120 }, (_, place) => `No. (${120 - place})`));
});

it('inbound messages are recorded once as events', async () => {
  const id = await scene.writeTo(instagram, { author: somebody() });
  const sent = await send(id, { text: 'Here' });
  const rows = await scene.store.db
    .selectFrom('events')
    .select(['type', 'object_id', 'data_json'])
    .where('type', 'in', ['message.received', 'message.sent'])
    .orderBy('seq')
    .execute();
  const own = rows.filter(({ data_json }) => data_json.includes(id));
  expect(own.map(({ type }) => type)).toEqual(['message.received', 'message.sent']);
  expect(own[1]?.object_id).toBe(sent.body.id);
});

it('conversations and messages of another workspace are not found', async () => {
  const id = await scene.writeTo(instagram, { author: somebody() });
  const sent = await send(id, { text: 'Ours' });
  const other = await createWorkspace(
    scene.store,
    { name: 'Other', timezone: 'UTC', sandbox: true },
    { clock: test.clock, ids: randomIds },
  );
  const key = await test.newKey('sandbox', other);
  const message = { conversationId: id, text: 'x' };
  const codes = [
    (await test.get<Problem>(`/v1/conversations/${id}`, { key })).body.code,
    (await test.get<Problem>(`/v1/conversations?accountId=${instagram.id}`, { key })).body.code,
    (await test.post<Problem>(`/v1/conversations/${id}/read`, undefined, { key })).body.code,
    (await test.get<Problem>(`/v1/messages?conversationId=${id}`, { key })).body.code,
    (await test.get<Problem>(`/v1/messages/${sent.body.id}`, { key })).body.code,
    (await test.post<Problem>('/v1/messages', message, { key })).body.code,
    (await test.post<Problem>(`/v1/messages/${sent.body.id}/resolve`, { outcome: 'sent' }, { key })).body
      .code,
    (await test.post<Problem>('/v1/test/inbound', { type: 'message', conversationId: id }, { key })).body
      .code,
    (await test.post<Problem>('/v1/test/inbound', { type: 'message', accountId: instagram.id }, { key })).body
      .code,
  ];
  expect(codes).toEqual([
    'conversation_not_found',
    'account_not_found',
    'conversation_not_found',
    'conversation_not_found',
    'message_not_found',
    'conversation_not_found',
    'message_not_found',
    'conversation_not_found',
    'account_not_found',
  ]);
});

it('read-only keys cannot reply', async () => {
  const id = await scene.writeTo(instagram, { author: somebody() });
  const key = await test.newKey('read');
  expect((await test.get(`/v1/conversations/${id}`, { key })).status).toBe(200);
  const refused = await test.post<Problem>('/v1/messages', { conversationId: id, text: 'x' }, { key });
  expect(refused.body).toMatchObject({ code: 'scope_missing', requiredScope: 'messages:write' });
  const comment = await test.post<Problem>('/v1/comments', { parentCommentId: 'cmt_1', text: 'x' }, { key });
  expect(comment.body).toMatchObject({ code: 'scope_missing', requiredScope: 'comments:write' });
});
