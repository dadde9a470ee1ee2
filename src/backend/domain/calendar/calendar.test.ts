import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SlotScene, shortTime } from '../../../../test/support/slot-scene.js';
import type { Calendar } from '../../../contract/schedules/slots.js';

let scene: SlotScene;

beforeEach(async () => {
  scene = await SlotScene.start();
});
afterEach(() => scene.close());

const week = (query = '') => scene.get<Calendar>(`/v1/calendar?${query}`);

/** The days with posts or slots, and their contents. */
const linesOf = (calendar: Calendar): string[] =>
  calendar.days.flatMap(({ weekday, posts, openSlots }) => [
    ...posts.map(
      ({ when, excerpt, targets }) =>
        `${weekday}: ${shortTime(when.local)} ${excerpt} on ${targets.map(({ platform }) => platform).join(', ')}`,
    ),
    ...openSlots.map(
      ({ when, label, accounts }) =>
        `${weekday}: ${shortTime(when.local)} open (${label}) for ${accounts.map(({ platform }) => platform).join(', ')}`,
    ),
  ]);

describe('the calendar', () => {
  it('shows this week from Monday, with its posts and open slots by local day', async () => {
    await scene.schedule({ accountIds: [scene.bluesky, scene.mastodon], days: ['wed', 'sat'] });
    const accountIds = [scene.bluesky, scene.mastodon];
    await scene.made({ accountIds, scheduleMode: 'schedule', scheduledAt: '2026-12-02T23:30+01:00' });
    await scene.made({ scheduleMode: 'schedule', scheduledAt: '2026-12-05T09:00+01:00' });
    const calendar = await week();
    expect(calendar).toMatchObject({
      week: '2026-W49',
      previousWeek: '2026-W48',
      nextWeek: '2026-W50',
      timezone: 'Europe/Berlin',
      now: { local: 'Tue 2026-12-01 09:00 (UTC+01:00)', relative: 'now' },
    });
    expect(calendar.days.map(({ date, isToday }) => `${date}${isToday ? ' today' : ''}`)).toEqual([
      '2026-11-30',
      '2026-12-01 today',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
    ]);
    expect(linesOf(calendar).sort()).toEqual([
      'sat: Sat 12-05 09:00 Post 2 on bluesky',
      'sat: Sat 12-05 09:00 open (Mornings) for mastodon',
      'wed: Wed 12-02 09:00 open (Mornings) for bluesky, mastodon',
      'wed: Wed 12-02 23:30 Post 1 on bluesky, mastodon',
    ]);
  });

  it('accepts a week or one of its days, a zone and an account', async () => {
    await scene.schedule({ days: ['mon'], startTime: '00:30' });
    expect(linesOf(await week('week=2026-W50'))).toEqual([
      'mon: Mon 12-07 00:30 open (Mornings) for bluesky',
    ]);
    expect((await week('week=2026-12-13')).week).toBe('2026-W50');
    // In New York it is still Sunday.
    expect(linesOf(await week('week=2026-12-06&timezone=America/New_York'))).toEqual([
      'sun: Sun 12-06 18:30 open (Mornings) for bluesky',
    ]);
    expect(linesOf(await week(`week=2026-W50&accountId=${scene.mastodon}`))).toEqual([]);
  });

  it('shows the labels of posts, and only the posts with one of them', async () => {
    await scene.schedule({ days: ['sat'] });
    await scene.made({ scheduledAt: '2026-12-02T09:00+01:00', labels: ['Launch', 'Spring'] });
    await scene.made({ scheduledAt: '2026-12-03T09:00+01:00' });
    const shown = await week('label=spring');
    expect(linesOf(shown)).toHaveLength(2);
    expect(shown.days.flatMap(({ posts }) => posts.map(({ labels }) => labels))).toEqual([
      ['Launch', 'Spring'],
    ]);
    expect((await scene.test.get('/v1/calendar?label=none')).body['code']).toBe('label_not_found');
  });

  it('shows drafts on their proposed day, and published posts', async () => {
    const draft = await scene.made({ scheduleMode: 'draft', scheduledAt: '2026-12-04T09:00+01:00' });
    const now = await scene.made({ scheduleMode: 'now' });
    const status = async () =>
      (await scene.get<Record<string, unknown>>(`/v1/posts/${now.post.id}?wait=10`))['status'];
    await expect.poll(status).toBe('published');
    const shown = (await week()).days.flatMap(({ date, posts }) =>
      posts.map(({ postId, status }) => [date, postId, status]),
    );
    expect(shown).toEqual([
      ['2026-12-01', now.post.id, 'published'],
      ['2026-12-04', draft.post.id, 'draft'],
    ]);
  });

  it('shows the posts of a day in order of time, published or not, with their accounts in the order of the request', async () => {
    const at = (scheduledAt: string, accountIds: readonly string[]) =>
      scene.made({ scheduleMode: 'schedule', scheduledAt, accountIds });
    const evening = await at('2026-12-01T20:00+01:00', [scene.mastodon, scene.bluesky]);
    const morning = await at('2026-12-01T10:00+01:00', [scene.bluesky, scene.mastodon]);
    const now = await scene.made({ scheduleMode: 'now' });
    const status = async () =>
      (await scene.get<Record<string, unknown>>(`/v1/posts/${now.post.id}?wait=10`))['status'];
    await expect.poll(status).toBe('published');
    const shown = (await week()).days.flatMap(({ posts }) =>
      posts.map(({ postId, targets }) => [postId, ...targets.map(({ accountId }) => accountId)]),
    );
    expect(shown).toEqual([
      [now.post.id, scene.bluesky],
      [morning.post.id, scene.bluesky, scene.mastodon],
      [evening.post.id, scene.mastodon, scene.bluesky],
    ]);
  });

  it('covers every hour of a week with a clock change', async () => {
    await scene.schedule({ days: ['sun'], startTime: '00:00', endTime: '23:59', postsPerWindow: 4 });
    const sunday = (await week('week=2027-W12')).days.at(-1);
    expect(sunday?.date).toBe('2027-03-28');
    expect(sunday?.openSlots).toHaveLength(4);
  });

  it('rejects an invalid week or zone, and keys that may not read posts or schedules', async () => {
    for (const [query, code] of [
      ['week=2026-W60', 'time_invalid'],
      ['week=next', 'time_invalid'],
      ['week=9999-12-31', 'time_invalid'],
      ['week=0000-01-01', 'time_invalid'],
      ['timezone=IST', 'zone_unknown'],
    ]) {
      const { status, body } = await scene.test.get(`/v1/calendar?${query}`);
      expect([status, body['code']]).toEqual([422, code]);
    }
    for (const scope of ['posts:read', 'schedules:read'] as const) {
      const key = await scene.keyWith(scope);
      expect((await scene.test.get('/v1/calendar', { key })).status).toBe(403);
    }
  });
});
