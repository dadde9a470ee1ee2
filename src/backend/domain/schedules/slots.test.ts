import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SlotScene, slotLine } from '../../../../test/support/slot-scene.js';
import type { SlotPage } from '../../../contract/schedules/slots.js';

let scene: SlotScene;

beforeEach(async () => {
  scene = await SlotScene.start();
});
afterEach(() => scene.close());

const slotsOf = async (query = '') => (await scene.slots(query)).data.map(slotLine);

describe('slots', () => {
  it('are computed from the schedules for two weeks from now', async () => {
    const schedule = await scene.schedule();
    const { data, from, to } = await scene.slots();
    expect(data.map(slotLine)).toEqual([
      // It is 09:00 on this Tuesday, so that slot has passed.
      'Thu 12-03 09:00 open',
      'Tue 12-08 09:00 open',
      'Thu 12-10 09:00 open',
    ]);
    expect([from.relative, to.local]).toEqual(['now', 'Tue 2026-12-15 09:00 (UTC+01:00)']);
    expect(data[0]).toMatchObject({
      id: `slot_${schedule.id.slice(4)}_20261203_0`,
      startsAt: '2026-12-03T08:00:00.000Z',
      endsAt: null,
      publishAt: '2026-12-03T08:00:00.000Z',
      when: { utc: '2026-12-03T08:00:00.000Z', timezone: 'Europe/Berlin', relative: 'in 2 d' },
      scheduleId: schedule.id,
      label: 'Mornings',
      accountId: scene.bluesky,
      platform: 'bluesky',
      postId: null,
      warnings: [],
    });
  });

  it('are within their window, each with a start and an end', async () => {
    await scene.schedule({ days: ['wed'], endTime: '12:00', postsPerWindow: 2 });
    const { data } = await scene.slots('to=2026-12-02');
    expect(data.map(slotLine)).toEqual(['Wed 12-02 09:45 open', 'Wed 12-02 11:15 open']);
    expect(data[1]).toMatchObject({
      startsAt: '2026-12-02T08:00:00.000Z',
      endsAt: '2026-12-02T11:00:00.000Z',
    });
  });

  it('warn if a clock change moved them', async () => {
    await scene.schedule({ days: ['sun'], startTime: '02:30' });
    const { data } = await scene.slots('from=2027-03-28&to=2027-03-28');
    expect(data.map(slotLine)).toEqual(['Sun 03-28 03:30 open']);
    expect(data[0]?.warnings).toMatchObject([{ code: 'time_in_clock_gap' }]);
  });

  it('are listed per account, in order of time, for all active schedules', async () => {
    await scene.schedule({ accountIds: [scene.bluesky, scene.mastodon], days: ['thu'] });
    await scene.schedule({ days: ['thu'], startTime: '08:00' });
    await scene.schedule({ days: ['thu'], startTime: '07:00', active: false });
    const { data } = await scene.slots('to=2026-12-03');
    expect(data.map((slot) => `${slotLine(slot)} ${slot.platform}`).sort()).toEqual([
      'Thu 12-03 08:00 open bluesky',
      'Thu 12-03 09:00 open bluesky',
      'Thu 12-03 09:00 open mastodon',
    ]);
    expect(await slotsOf(`to=2026-12-03&accountId=${scene.mastodon}`)).toEqual(['Thu 12-03 09:00 open']);
  });

  it('are the same whether listed whole, by page or by day', async () => {
    await scene.schedule({ days: ['mon', 'wed', 'fri'], endTime: '18:00', postsPerWindow: 3 });
    await scene.schedule({ accountIds: [scene.bluesky, scene.mastodon] });
    await scene.made({ scheduleMode: 'schedule', scheduledAt: '2026-12-05T12:00+01:00' });
    const whole = await scene.slots();
    const paged: unknown[] = [];
    const unslotted: unknown[] = [];
    let cursor = '';
    do {
      const page: SlotPage = await scene.get(`/v1/queue/slots?limit=4${cursor}`);
      expect(page.data.length + page.unslotted.length).toBeLessThanOrEqual(4);
      paged.push(...page.data);
      unslotted.push(...page.unslotted);
      // Time passes between the pages, but the list keeps its range.
      scene.test.clock.advance(1);
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    const ids = (slots: readonly unknown[]) =>
      slots.map((slot) => JSON.stringify([Object(slot).id, Object(slot).accountId]));
    expect(ids(paged)).toEqual(ids(whole.data));
    expect(unslotted).toHaveLength(1);
    const wednesday = await scene.slots('from=2026-12-02&to=2026-12-02');
    expect(ids(whole.data)).toEqual(expect.arrayContaining(ids(wednesday.data)));
  });

  it('are taken by a post scheduled for the same minute; other posts are unslotted', async () => {
    await scene.schedule({ days: ['thu'] });
    const { post } = await scene.made({ scheduleMode: 'schedule', scheduledAt: '2026-12-03T09:00:30+01:00' });
    const other = await scene.made({ scheduleMode: 'schedule', scheduledAt: '2026-12-03T09:01+01:00' });
    await scene.made({ scheduleMode: 'draft', scheduledAt: '2026-12-03T09:02+01:00' });
    const { data, unslotted } = await scene.slots('to=2026-12-03');
    expect(data).toMatchObject([{ state: 'taken', postId: post.id, excerpt: 'Post 1' }]);
    expect(unslotted).toMatchObject([
      {
        postId: other.post.id,
        status: 'pending',
        local: 'Thu 2026-12-03 09:01 (UTC+01:00)',
        excerpt: 'Post 2',
      },
    ]);
    expect(await slotsOf('state=open')).toEqual(['Thu 12-10 09:00 open']);
    const taken = await scene.slots('state=taken');
    expect([taken.data.length, taken.unslotted.length]).toEqual([1, 1]);
  });

  it('in the past are listed only if a post took them', async () => {
    await scene.schedule({ days: ['thu', 'fri'] });
    await scene.made({ scheduleMode: 'schedule', scheduledAt: '2026-12-03T09:00+01:00' });
    scene.test.clock.advance(5 * 24 * 60 * 60_000);
    expect(await slotsOf('from=2026-12-01&to=2026-12-11')).toEqual([
      'Thu 12-03 09:00 taken',
      'Thu 12-10 09:00 open',
      'Fri 12-11 09:00 open',
    ]);
  });

  it('are listed for at most 400 days, and only for a valid range', async () => {
    for (const [query, code] of [
      ['from=2026-12-01&to=2028-12-01', 'time_invalid'],
      ['from=2026-12-02&to=2026-12-01', 'time_invalid'],
      ['from=2026-12-01T09:00', 'time_required'],
      ['from=soon', 'time_invalid'],
    ]) {
      const { status, body } = await scene.test.get(`/v1/queue/slots?${query}`);
      expect([status, body['code']]).toEqual([422, code]);
    }
    const { status, body } = await scene.test.get('/v1/queue/slots?cursor=nonsense');
    expect([status, body['code']]).toEqual([400, 'cursor_invalid']);
  });

  it('do not show posts to a key that may not read them', async () => {
    await scene.schedule({ days: ['thu'] });
    await scene.made({ scheduleMode: 'schedule', scheduledAt: '2026-12-03T09:00+01:00' });
    await scene.made({ scheduleMode: 'schedule', scheduledAt: '2026-12-03T10:00+01:00' });
    const key = await scene.keyWith('schedules:read');
    const { body } = await scene.test.get<SlotPage>('/v1/queue/slots?to=2026-12-03', { key });
    expect(body).toMatchObject({ data: [{ state: 'taken', postId: null, excerpt: null }], unslotted: [] });
  });
});
