import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localTimes, SlotScene, slotLine } from '../../../../test/support/slot-scene.js';
import type { Post, PostValidation } from '../../../contract/posts/posts.js';

let scene: SlotScene;

beforeEach(async () => {
  scene = await SlotScene.start();
});
afterEach(() => scene.close());

const queued = async (fields: Record<string, unknown> = {}) =>
  (await scene.made({ scheduleMode: 'queue', ...fields })).at;

/** The error of a request: status, code and detail. */
async function refused(fields: Record<string, unknown>): Promise<unknown[]> {
  const { status, body } = await scene.post({ scheduleMode: 'queue', ...fields });
  return [status, body['code'], body['detail']];
}

describe('a queued post', () => {
  it('takes the next open slot of each of its accounts', async () => {
    await scene.schedule();
    await scene.schedule({ accountIds: [scene.mastodon], days: ['fri'], startTime: '18:00' });
    const accountIds = [scene.bluesky, scene.mastodon];
    const first = await scene.made({ scheduleMode: 'queue', accountIds });
    expect(first.at).toEqual(['Thu 12-03 09:00', 'Fri 12-04 18:00']);
    expect(first.post).toMatchObject({
      status: 'scheduled',
      scheduleMode: 'queue',
      scheduledAt: '2026-12-03T08:00:00.000Z',
      when: { local: 'Thu 2026-12-03 09:00 (UTC+01:00)', relative: 'in 2 d' },
    });
    expect(await queued({ accountIds })).toEqual(['Tue 12-08 09:00', 'Fri 12-11 18:00']);
    expect((await scene.slots(`accountId=${scene.bluesky}`)).data.map(slotLine)).toEqual([
      'Thu 12-03 09:00 taken',
      'Tue 12-08 09:00 taken',
      'Thu 12-10 09:00 open',
    ]);
  });

  it('is published at the time of its slot', async () => {
    await scene.schedule();
    const { post } = await scene.made({ scheduleMode: 'queue' });
    scene.test.clock.advance(2 * 24 * 60 * 60_000);
    scene.test.backend.services.wakePublisher();
    let now = await scene.get<Post>(`/v1/posts/${post.id}?wait=10`);
    while (now.status === 'publishing') now = await scene.get<Post>(`/v1/posts/${post.id}?wait=10`);
    expect(now.status).toBe('published');
    expect((await scene.slots('from=2026-12-03&to=2026-12-03')).data).toMatchObject([
      { state: 'taken', postId: post.id },
    ]);
  });

  it('takes the slot it names, and is rejected if the slot is taken', async () => {
    await scene.schedule();
    const slots = (await scene.slots()).data;
    const slotId = slots[1]?.id;
    expect(await queued({ slotId })).toEqual(['Tue 12-08 09:00']);
    // `slotId` implies `scheduleMode: queue`.
    expect((await scene.made({ slotId: slots[2]?.id })).at).toEqual(['Thu 12-10 09:00']);
    const [status, code, detail] = await refused({ slotId });
    expect([status, code]).toEqual([409, 'slot_taken']);
    expect(detail).toContain('The next open slot is slot_');
    expect(detail).toContain('Thu 2026-12-03 09:00');
  });

  it('cannot name a slot that does not exist, has passed, is paused or belongs to another account', async () => {
    const { id } = await scene.schedule();
    const name = `slot_${id.slice(4)}`;
    expect((await refused({ slotId: 'slot_none_20261203_0' })).slice(0, 2)).toEqual([422, 'slot_unknown']);
    expect((await refused({ slotId: `${name}_20261202_0` }))[2]).toContain('has no slot');
    expect((await refused({ slotId: `${name}_20261203_1` }))[2]).toContain('has no slot');
    expect((await refused({ slotId: `${name}_20261124_0` }))[2]).toContain('has passed, 7 d ago');
    expect((await refused({ slotId: `${name}_20261203_0`, accountIds: [scene.mastodon] }))[2]).toContain(
      'does not include',
    );
    await scene.test.request('PATCH', `/v1/schedules/${id}`, { body: { active: false } });
    expect((await refused({ slotId: `${name}_20261203_0` }))[2]).toContain('is paused');
  });

  it('with together takes the first time that all its accounts share', async () => {
    await scene.schedule();
    await scene.schedule({ accountIds: [scene.mastodon], days: ['thu', 'fri'] });
    const both = { accountIds: [scene.bluesky, scene.mastodon], together: true };
    await queued();
    expect(await queued(both)).toEqual(['Thu 12-10 09:00', 'Thu 12-10 09:00']);
    expect(await queued(both)).toEqual(['Thu 12-17 09:00', 'Thu 12-17 09:00']);
  });

  it('is rejected if the accounts share no slot, or none is open', async () => {
    expect((await refused({}))[2]).toContain('has no schedule');
    const { id } = await scene.schedule({ days: ['thu'] });
    await scene.schedule({ accountIds: [scene.mastodon], days: ['fri'] });
    const both = { accountIds: [scene.bluesky, scene.mastodon], together: true };
    expect((await refused(both)).slice(0, 2)).toEqual([409, 'no_common_slot']);
    await scene.test.request('PATCH', `/v1/schedules/${id}`, { body: { active: false } });
    const [status, code, detail] = await refused({});
    expect([status, code]).toEqual([409, 'no_open_slot']);
    expect(detail).toContain('are paused');
    expect((await scene.get<{ data: unknown[] }>('/v1/posts')).data).toEqual([]);
  });

  it('cannot have a time besides its slot', async () => {
    await scene.schedule();
    const [status, code] = await refused({ scheduledAt: '2026-12-03T12:00+01:00' });
    expect([status, code]).toEqual([422, 'validation_failed']);
    const [, , detail] = await refused({
      scheduleMode: 'schedule',
      slotId: 'slot_x',
      scheduledAt: '2026-12-03T12:00Z',
    });
    expect(detail).toContain('slotId');
  });

  it('gets its slot from the dry run without reserving it', async () => {
    await scene.schedule();
    const dryRun = async (fields: Record<string, unknown>) =>
      (
        await scene.test.post<PostValidation>('/v1/posts/validate', {
          accountIds: [scene.bluesky],
          text: 'Try',
          scheduleMode: 'queue',
          ...fields,
        })
      ).body;
    for (let time = 0; time < 2; time += 1) {
      expect(await dryRun({})).toMatchObject({
        ok: true,
        when: { local: 'Thu 2026-12-03 09:00 (UTC+01:00)' },
        targets: [{ scheduledAt: '2026-12-03T08:00:00.000Z' }],
      });
    }
    expect(await dryRun({ slotId: 'slot_x' })).toMatchObject({
      ok: false,
      errors: [{ code: 'slot_unknown' }],
    });
  });

  it('warns if a clock change moved its slot', async () => {
    await scene.schedule({ days: ['sun'], startTime: '02:30' });
    const { data } = await scene.slots('from=2027-03-28&to=2027-03-28');
    const { body } = await scene.post({ slotId: data[0]?.id });
    expect(body['warnings']).toMatchObject([{ code: 'time_in_clock_gap', accountId: scene.bluesky }]);
  });

  it('never shares a slot, or the minute of another post', async () => {
    await scene.schedule();
    await scene.schedule({ label: 'The same again', days: ['thu', 'fri'] });
    await scene.made({ scheduleMode: 'schedule', scheduledAt: '2026-12-08T09:00+01:00' });
    const posts = await Promise.all(Array.from({ length: 12 }, () => queued()));
    const times = posts.flat();
    expect(new Set(times).size).toBe(12);
    expect(times).not.toContain('Tue 12-08 09:00');
    expect([...times].sort((one, other) => (one.slice(4) < other.slice(4) ? -1 : 1)).slice(0, 4)).toEqual([
      'Thu 12-03 09:00',
      'Fri 12-04 09:00',
      'Thu 12-10 09:00',
      'Fri 12-11 09:00',
    ]);
  });
});

describe('a slot is released', () => {
  const open = async () => (await scene.slots('to=2026-12-03&state=open')).data.length;

  it('when its post is cancelled', async () => {
    await scene.schedule();
    const { post } = await scene.made({ scheduleMode: 'queue' });
    expect(await open()).toBe(0);
    await scene.test.request('DELETE', `/v1/posts/${post.id}`);
    expect(await open()).toBe(1);
    expect(await queued()).toEqual(['Thu 12-03 09:00']);
  });

  it('when its post gets another time or is published now', async () => {
    await scene.schedule();
    const first = await scene.made({ scheduleMode: 'queue' });
    const moved = await scene.test.request<Post>('PATCH', `/v1/posts/${first.post.id}`, {
      body: { scheduledAt: '2026-12-05T12:00+01:00' },
    });
    expect([moved.body.scheduleMode, ...localTimes(moved.body)]).toEqual(['schedule', 'Sat 12-05 12:00']);
    expect(await open()).toBe(1);
    const second = await scene.made({ scheduleMode: 'queue' });
    expect(second.at).toEqual(['Thu 12-03 09:00']);
    await scene.test.post(`/v1/posts/${second.post.id}/publish`, { scheduleMode: 'now' });
    expect(await open()).toBe(1);
  });

  it('but not when only the content of its post changes', async () => {
    await scene.schedule();
    await scene.schedule({ accountIds: [scene.mastodon], days: ['fri'] });
    const { post } = await scene.made({
      scheduleMode: 'queue',
      accountIds: [scene.bluesky, scene.mastodon],
    });
    const { body } = await scene.test.request<Post>('PATCH', `/v1/posts/${post.id}`, {
      body: { text: 'Another text', overrides: [{ target: 'mastodon', text: 'For Mastodon' }] },
    });
    expect(localTimes(body)).toEqual(['Thu 12-03 09:00', 'Fri 12-04 09:00']);
    expect(await open()).toBe(0);
  });
});

describe('an existing post', () => {
  it('can be queued, or moved to another slot', async () => {
    await scene.schedule();
    const { post } = await scene.made({ scheduleMode: 'draft' });
    const release = async (body: Record<string, unknown>) =>
      (await scene.test.post<Post>(`/v1/posts/${post.id}/publish`, body)).body;
    expect(localTimes(await release({ scheduleMode: 'queue' }))).toEqual(['Thu 12-03 09:00']);
    const slotId = (await scene.slots('state=open')).data[0]?.id;
    expect(localTimes(await release({ slotId }))).toEqual(['Tue 12-08 09:00']);
    expect((await scene.slots('to=2026-12-09')).data.map(slotLine)).toEqual([
      'Thu 12-03 09:00 open',
      'Tue 12-08 09:00 taken',
    ]);
    // Its own slot counts as open.
    expect(localTimes(await release({ slotId }))).toEqual(['Tue 12-08 09:00']);
  });

  it('can be proposed for the queue, and takes its slot on approval', async () => {
    await scene.schedule();
    const { post } = await scene.made({ scheduleMode: 'draft', proposed: { scheduleMode: 'queue' } });
    expect(post).toMatchObject({ status: 'draft', proposed: { scheduleMode: 'queue', scheduledAt: null } });
    expect(await queued()).toEqual(['Thu 12-03 09:00']);
    const { body } = await scene.test.post<Post>(`/v1/posts/${post.id}/approve`, { version: post.version });
    expect(localTimes(body)).toEqual(['Tue 12-08 09:00']);
  });
});

describe('when a schedule changes, the posts in its slots', () => {
  /** Two posts, on Thursday and Tuesday at nine. */
  async function twoQueued(): Promise<{ scheduleId: string; ids: string[] }> {
    const { id } = await scene.schedule();
    const first = await scene.made({ scheduleMode: 'queue' });
    const second = await scene.made({ scheduleMode: 'queue' });
    return { scheduleId: id, ids: [first.post.id, second.post.id] };
  }

  const change = async (scheduleId: string, body: Record<string, unknown>) =>
    (
      await scene.test.request<{ posts: { outcome: string }[] }>('PATCH', `/v1/schedules/${scheduleId}`, {
        body,
      })
    ).body;
  const timesOf = async (ids: readonly string[]) => {
    const posts = await Promise.all(ids.map((id) => scene.get<Post>(`/v1/posts/${id}`)));
    return posts.map((post) => `${localTimes(post)} ${post.status}`);
  };

  it('keep their time and lose their slot', async () => {
    const { scheduleId, ids } = await twoQueued();
    const { posts } = await change(scheduleId, { startTime: '10:00' });
    expect(posts).toMatchObject([
      { postId: ids[0], outcome: 'kept', when: { local: 'Thu 2026-12-03 09:00 (UTC+01:00)' } },
      { postId: ids[1], outcome: 'kept' },
    ]);
    expect(await timesOf(ids)).toEqual(['Thu 12-03 09:00 scheduled', 'Tue 12-08 09:00 scheduled']);
    const { data, unslotted } = await scene.slots('to=2026-12-08');
    expect(data.map(slotLine)).toEqual([
      'Tue 12-01 10:00 open',
      'Thu 12-03 10:00 open',
      'Tue 12-08 10:00 open',
    ]);
    expect(unslotted.map(({ postId }) => postId)).toEqual(ids);
  });

  it('move with their slots, or to the next open one', async () => {
    const { scheduleId, ids } = await twoQueued();
    const later = await change(scheduleId, { startTime: '10:00', existing: 'move' });
    expect(later.posts).toMatchObject([{ outcome: 'moved' }, { outcome: 'moved' }]);
    expect(await timesOf(ids)).toEqual(['Thu 12-03 10:00 scheduled', 'Tue 12-08 10:00 scheduled']);
    await change(scheduleId, { days: ['thu'], existing: 'move' });
    expect(await timesOf(ids)).toEqual(['Thu 12-03 10:00 scheduled', 'Thu 12-10 10:00 scheduled']);
    expect((await scene.slots('state=taken')).data.map(({ postId }) => postId)).toEqual(ids);
    const { version, history } = await scene.get<Post>(`/v1/posts/${ids[1]}`);
    expect([version, history?.at(-1)?.action]).toEqual([3, 'updated']);
  });

  it('can move into each other’s old times', async () => {
    await scene.schedule({ days: ['wed'], endTime: '12:00', postsPerWindow: 3 });
    const posts = [await scene.made({ slotId: undefined, scheduleMode: 'queue' })];
    posts.push(await scene.made({ scheduleMode: 'queue' }), await scene.made({ scheduleMode: 'queue' }));
    expect(posts.flatMap(({ at }) => at)).toEqual(['Wed 12-02 09:30', 'Wed 12-02 10:30', 'Wed 12-02 11:30']);
    const { data } = await scene.get<{ data: { id: string }[] }>('/v1/schedules');
    await change(data[0]?.id ?? '', { startTime: '10:00', endTime: '13:00', existing: 'move' });
    expect(await timesOf(posts.map(({ post }) => post.id))).toEqual([
      'Wed 12-02 10:30 scheduled',
      'Wed 12-02 11:30 scheduled',
      'Wed 12-02 12:30 scheduled',
    ]);
  });

  it('stay if their time is still one of the schedule’s, whatever other time is removed', async () => {
    const { id: scheduleId } = await scene.schedule({
      days: ['tue', 'wed', 'thu'],
      startTime: '09:00',
      moreTimes: ['12:30', '17:00'],
    });
    const ids: string[] = [];
    for (const _ of ['tue', 'tue', 'wed']) ids.push((await scene.made({ scheduleMode: 'queue' })).post.id);
    const times = ['Tue 12-01 12:30 scheduled', 'Tue 12-01 17:00 scheduled', 'Wed 12-02 09:00 scheduled'];
    expect(await timesOf(ids)).toEqual(times);
    const update = { startTime: '12:30', moreTimes: ['17:00'], existing: 'cancel' };
    expect((await change(scheduleId, update)).posts).toMatchObject([
      { postId: ids[2], outcome: 'cancelled' },
    ]);
    expect(await timesOf(ids.slice(0, 2))).toEqual(times.slice(0, 2));
    const held = (await scene.slots('state=taken')).data;
    expect(held.map(({ postId }) => postId)).toEqual(ids.slice(0, 2));
  });

  it('are cancelled with existing: cancel', async () => {
    const { scheduleId, ids } = await twoQueued();
    const { body } = await scene.test.request<{ posts: unknown[] }>(
      'DELETE',
      `/v1/schedules/${scheduleId}?existing=cancel`,
    );
    expect(body.posts).toMatchObject([
      { postId: ids[0], outcome: 'cancelled', when: null },
      { postId: ids[1], outcome: 'cancelled' },
    ]);
    expect(await timesOf(ids)).toEqual(['Thu 12-03 09:00 cancelled', 'Tue 12-08 09:00 cancelled']);
    const events = await scene.test.backend.services.store.db
      .selectFrom('events')
      .select(['type', 'object_id'])
      .where('type', '=', 'post.cancelled')
      .execute();
    expect(events.map(({ object_id }) => object_id)).toEqual(ids);
  });

  it('keep their slots while it is paused and after it is resumed', async () => {
    const { scheduleId, ids } = await twoQueued();
    expect((await change(scheduleId, { active: false })).posts).toMatchObject([
      { outcome: 'kept' },
      { outcome: 'kept' },
    ]);
    const paused = await scene.slots();
    expect([paused.data.length, paused.unslotted.map(({ postId }) => postId)]).toEqual([0, ids]);
    expect((await change(scheduleId, { active: true })).posts).toEqual([]);
    expect((await scene.slots('state=taken')).data.map(({ postId }) => postId)).toEqual(ids);
  });

  it('move to another schedule when theirs is deleted; without one, nothing changes', async () => {
    const { scheduleId, ids } = await twoQueued();
    const path = `/v1/schedules/${scheduleId}?existing=move`;
    const { status, body } = await scene.test.request('DELETE', path);
    expect([status, body['code'], body['existingPostId']]).toEqual([409, 'no_open_slot', ids[0]]);
    expect((await scene.slots('state=taken')).data).toHaveLength(2);
    await scene.schedule({ days: ['fri'] });
    await scene.test.request('DELETE', path);
    expect(await timesOf(ids)).toEqual(['Fri 12-04 09:00 scheduled', 'Fri 12-11 09:00 scheduled']);
  });
});
