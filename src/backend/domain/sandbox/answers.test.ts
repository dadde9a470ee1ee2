import { afterAll, beforeAll, expect, it } from 'vitest';
import { InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
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

it('replies are listed page by page, each once, in the order of the whole list', async () => {
  const account = await scene.account('instagram');
  const parentCommentId = await scene.commentOn(await scene.published(account));
  const conversationId = await scene.writeTo(account);
  for (const text of ['One', 'Two', 'Three']) {
    test.clock.advance(1_000);
    const reply = await test.post('/v1/comments', { parentCommentId, text, allowDuplicate: true });
    expect(reply.status).toBe(201);
    expect((await test.post('/v1/messages', { conversationId, text: `${text} too` })).status).toBe(201);
  }
  const page = async (query: string): Promise<OutboxAnswers & Partial<Problem>> => {
    const path = `/v1/test/outbox/answers?accountId=${account.id}${query}`;
    return (await test.get<OutboxAnswers>(path, { key: scene.sandboxKey })).body;
  };
  const whole = await page('');
  expect(whole.data.map(({ text }) => text)).toEqual([
    ...['Three', 'Three too', 'Two', 'Two too', 'One', 'One too'],
  ]);
  expect(whole.nextCursor).toBeNull();
  for (const limit of [1, 2, 4]) {
    const seen: OutboxAnswers['data'] = [];
    let cursor = '';
    for (let pages = 0; pages === 0 || cursor !== ''; pages += 1) {
      const { data, nextCursor } = await page(`&limit=${limit}${cursor}`);
      expect(data.length).toBeLessThanOrEqual(limit);
      seen.push(...data);
      cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual(whole.data);
  }
  const { nextCursor } = await page('&limit=1');
  expect((await page(`&kind=comment&cursor=${nextCursor}`)).code).toBe('cursor_invalid');
});
