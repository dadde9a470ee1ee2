import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localTimes, SlotScene } from '../../../../../test/support/slot-scene.js';
import type { ChangedPost } from '../../../../contract/posts/changes.js';
import type { Post } from '../../../../contract/posts/posts.js';

let scene: SlotScene;

beforeEach(async () => {
  scene = await SlotScene.start();
  await scene.schedule();
});
afterEach(() => scene.close());

const edit = (id: string, fields: Record<string, unknown>) =>
  scene.test.request<ChangedPost>('PATCH', `/v1/posts/${id}`, { body: fields });

const slotsOf = ({ targets }: Post) => targets.map(({ slotId }) => slotId);

describe('an account added to a queued post', () => {
  it('reserves its own next open slot', async () => {
    const evening = await scene.schedule({ accountIds: [scene.mastodon], days: ['fri'], startTime: '18:00' });
    const { post } = await scene.made({ scheduleMode: 'queue' });
    const { body } = await edit(post.id, { accountIds: [scene.bluesky, scene.mastodon] });
    expect(localTimes(body)).toEqual(['Thu 12-03 09:00', 'Fri 12-04 18:00']);
    expect(slotsOf(body)[0]).toBe(slotsOf(post)[0]);
    const taken = (await scene.slots('state=taken')).data.find(({ scheduleId }) => scheduleId === evening.id);
    expect(slotsOf(body)[1]).toBe(taken?.id);
  });

  it('gets no slot if the edit sets its time', async () => {
    await scene.schedule({ accountIds: [scene.mastodon], days: ['fri'], startTime: '18:00' });
    const { post } = await scene.made({ scheduleMode: 'queue' });
    const { body } = await edit(post.id, {
      accountIds: [scene.bluesky, scene.mastodon],
      overrides: [{ target: 'mastodon', scheduledAt: '2026-12-05T10:00:00+01:00' }],
    });
    expect(localTimes(body)).toEqual(['Thu 12-03 09:00', 'Sat 12-05 10:00']);
    expect(slotsOf(body)).toEqual([slotsOf(post)[0], null]);
  });

  it('is rejected if it has no slot, and nothing changes', async () => {
    const { post } = await scene.made({ scheduleMode: 'queue' });
    const { status, body } = await edit(post.id, { accountIds: [scene.bluesky, scene.mastodon] });
    expect([status, Reflect.get(body, 'code')]).toEqual([409, 'no_open_slot']);
    expect((await scene.get<Post>(`/v1/posts/${post.id}`)).version).toBe(1);
  });
});

describe('slots in post responses', () => {
  it('show the slot that a target holds', async () => {
    const { post } = await scene.made({ scheduleMode: 'queue' });
    expect(slotsOf(post)).toEqual([(await scene.slots('state=taken')).data[0]?.id]);
    expect(slotsOf(await scene.get<Post>(`/v1/posts/${post.id}`))).toEqual(slotsOf(post));
  });

  it('show the slot that a draft proposes, and whether all its accounts publish together', async () => {
    const slotId = (await scene.slots()).data[0]?.id;
    const proposed = { scheduleMode: 'queue', slotId };
    const { post } = await scene.made({ scheduleMode: 'draft', proposed });
    expect(post.proposed).toMatchObject({ ...proposed, together: false });
    const together = { scheduleMode: 'queue', together: true };
    const other = await scene.made({ scheduleMode: 'draft', proposed: together });
    expect(other.post.proposed).toMatchObject({ ...together, slotId: null });
  });
});
