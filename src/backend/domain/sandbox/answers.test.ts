import { afterAll, beforeAll, expect, it } from 'vitest';
import { InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { CreatedComment } from '../../../contract/inbox/comments.js';
import type { Message } from '../../../contract/inbox/messages.js';
import type { OutboxAnswers } from '../../../contract/sandbox/answers.js';

let test: BackendUnderTest;
let scene: InboxScene;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  scene = await InboxScene.of(test);
});
afterAll(() => test.close());

it('replies to people are found by their exact text', async () => {
  const account = await scene.account('facebook');
  const parentCommentId = await scene.commentOn(await scene.published(account));
  const conversationId = await scene.writeTo(account);
  const reply = await test.post<CreatedComment>('/v1/comments', { parentCommentId, text: '100% at Nine.' });
  const message = await test.post<Message>('/v1/messages', { conversationId, text: 'Nine it is.' });
  expect([reply.body.status, message.body.status]).toEqual(['sent', 'sent']);
  const saying = async (text: string): Promise<string[]> => {
    const path = `/v1/test/outbox/answers?text=${encodeURIComponent(text)}`;
    const { body } = await test.get<OutboxAnswers>(path, { key: scene.sandboxKey });
    return body.data.map((answer) => answer.text).sort();
  };
  expect(await saying('Nine')).toEqual(['100% at Nine.', 'Nine it is.']);
  expect(await saying('100% at')).toEqual(['100% at Nine.']);
  expect(await saying('nine')).toEqual([]);
});
