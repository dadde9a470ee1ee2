import { beforeEach, expect, it } from 'vitest';
import { Scene } from '../../../../test/support/networks/network-scene.js';
import { personOf } from '../../simulators/shared/people.js';
import { json } from '../answers.js';
import type { Wire } from '../wire.js';
import { instagramNews } from './inbox.js';

const MIA = personOf('mia');

let scene: Scene;
let networkPostId: string;

beforeEach(async () => {
  scene = new Scene('instagram');
  ({ networkPostId } = await scene.publish(scene.post('Fresh bread.')));
});

async function write(commentId: string, parentId: string | null = null, isOwn = false): Promise<void> {
  const { networkUserId } = isOwn ? scene.account : MIA;
  await scene.memory.addComment({
    ...{ commentId, networkPostId, parentId, networkUserId, text: commentId },
    ...(!isOwn && { author: MIA }),
    createdAt: scene.now,
  });
}

async function converse(): Promise<void> {
  const { networkUserId } = scene.account;
  const updatedAt = scene.now;
  await scene.memory.conversationWith({ conversationId: 'c1', networkUserId, person: MIA, updatedAt });
}

it('finds comments and the replies to them, but not those of the account itself', async () => {
  await write('first');
  await write('reply', 'first');
  await write('own', null, true);
  const { comments } = await instagramNews.look(scene.connection(), null, Number.POSITIVE_INFINITY);
  expect(comments).toHaveLength(2);
  expect(comments).toContainEqual({ networkCommentId: 'first', answers: networkPostId, isPost: true });
  expect(comments).toContainEqual({ networkCommentId: 'reply', answers: networkPostId, isPost: true });
});

it('finds replies that the network lists within their comment', async () => {
  const listed = { id: 'first', timestamp: '2026-12-01T08:00:00+0000', from: { id: 'mia' } };
  const reply = { id: 'reply', timestamp: '2026-12-01T08:01:00+0000', from: { id: 'tom' } };
  const wire: Wire = {
    ...scene.wire,
    send: async ({ path }) => {
      if (!path.endsWith('/media')) return json(200, { data: [] });
      const comments = { data: [{ ...listed, replies: { data: [reply] } }] };
      return json(200, { data: [{ id: 'post', comments }] });
    },
  };
  const { comments } = await instagramNews.look(scene.connection(wire), null, Number.POSITIVE_INFINITY);
  expect(comments).toEqual([
    { networkCommentId: 'reply', answers: 'post', isPost: true },
    { networkCommentId: 'first', answers: 'post', isPost: true },
  ]);
});

it('finds only what is new since the last look', async () => {
  await write('first');
  await converse();
  const first = await instagramNews.look(scene.connection(), null, Number.POSITIVE_INFINITY);
  expect(first.conversationIds).toEqual(['c1']);
  scene.now += 60_000;
  await write('second');
  const second = await instagramNews.look(scene.connection(), first.cursor, Number.POSITIVE_INFINITY);
  expect(second.comments.map(({ networkCommentId }) => networkCommentId)).toEqual(['second']);
  expect(second.conversationIds).toEqual([]);
});

it('reads comments without the permission for messages, and says so', async () => {
  await write('first');
  const { wire } = scene;
  const lacking: Wire = {
    ...wire,
    send: (request, signal) =>
      request.path.endsWith('/conversations')
        ? Promise.resolve(json(403, { error: { message: '(#10) No permission', code: 10 } }))
        : wire.send(request, signal),
  };
  const news = await instagramNews.look(scene.connection(lacking), null, Number.POSITIVE_INFINITY);
  expect(news.comments).toHaveLength(1);
  expect(news.withheld).toEqual([
    'Instagram does not let your app read messages (instagram_business_manage_messages).',
  ]);
});
