import { afterAll, beforeAll, expect, it } from 'vitest';
import { InboxScene } from '../../../../test/support/inbox-scene.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Comment, CreatedComment } from '../../../contract/inbox/comments.js';

let test: BackendUnderTest<ManualClock>;
let scene: InboxScene;

beforeAll(async () => {
  test = await BackendUnderTest.startOn(new ManualClock());
  scene = await InboxScene.of(test);
});
afterAll(() => test.close());

it('a reply that is being reconciled does not wait for as long as the wall clock was set back', async () => {
  const account = await scene.connect('facebook', 'published_but_response_lost');
  const parentCommentId = await scene.commentOn(await scene.published(account));
  const { body } = await test.post<CreatedComment>('/v1/comments', { parentCommentId, text: 'Yes.' });
  expect(body.status).toBe('sending');
  test.clock.jump(-60 * 60_000);
  await scene.advance(20);
  await scene.advance(20);
  const thread = await test.get<Comment>(`/v1/comments/${body.id}`);
  expect(thread.body.replies.find(({ id }) => id === body.id)).toMatchObject({ status: 'sent' });
});
