import { afterEach, describe, expect, it } from 'vitest';
import { InboxScene } from '../../../../../test/support/inbox-scene.js';
import { ManualClock } from '../../../../../test/support/manual-clock.js';
import { BackendUnderTest } from '../../../../../test/support/running-backend.js';
import type { CommentPage } from '../../../../contract/inbox/comments.js';
import type { Conversation, ConversationPage } from '../../../../contract/inbox/conversations.js';
import { visitsAfter } from './demo-people.js';

let test: BackendUnderTest;
afterEach(() => test.close());

const conversations = async () => (await test.get<ConversationPage>('/v1/conversations?limit=100')).body.data;
const comments = async () => (await test.get<CommentPage>('/v1/comments?limit=100')).body.data;

const unreadIn = (all: readonly Conversation[]) => all.reduce((sum, { unread }) => sum + unread, 0);

async function open(demoVisitors: boolean): Promise<InboxScene> {
  test = await BackendUnderTest.startOn(new ManualClock(), ':memory:', { demoVisitors });
  return InboxScene.of(test);
}

describe('a demo', () => {
  it('has messages from the start, and comments and a message after each post', async () => {
    const scene = await open(true);
    await scene.advance(1);
    const first = await conversations();
    expect(first.length).toBeGreaterThanOrEqual(2);
    expect(new Set(first.map(({ platform }) => platform))).toEqual(new Set(['instagram', 'facebook']));
    expect(first.every(({ awaitingReply }) => awaitingReply)).toBe(true);
    expect(first.map(({ window }) => window.state)).toContain('open');

    const post = { platform: 'facebook', text: 'We roast on Saturday.', scheduleMode: 'now' };
    const made = await test.post<{ id: string }>('/v1/posts', post);
    await scene.advance(1);
    expect(await comments()).toEqual([]);
    await scene.advance(60 * 60);
    const came = await comments();
    expect(came.length).toBeGreaterThanOrEqual(2);
    expect(came.every(({ postId, awaitingReply }) => postId === made.body.id && awaitingReply)).toBe(true);
    expect(unreadIn(await conversations())).toBe(unreadIn(first) + 1);
    const { body } = await test.get<CommentPage>('/v1/comments?unanswered=true');
    const answer = { parentCommentId: body.data[0]?.id, text: 'Thank you!' };
    expect((await test.post<{ status: string }>('/v1/comments', answer)).body.status).toBe('sent');
  });

  it('is deterministic for the same ids', () => {
    expect(visitsAfter('tgt_1')).toEqual(visitsAfter('tgt_1'));
    expect(visitsAfter('tgt_1')).not.toEqual(visitsAfter('tgt_2'));
  });
});

it('nobody writes on their own outside a demo', async () => {
  const scene = await open(false);
  await test.post('/v1/posts', { platform: 'facebook', text: 'We roast on Saturday.', scheduleMode: 'now' });
  await scene.advance(60 * 60);
  expect([await comments(), await conversations()]).toEqual([[], []]);
});
