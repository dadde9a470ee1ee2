import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { AccountMetrics, Insights } from '../../../contract/insights/insights.js';
import type { Metric } from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import { dueAt, missedReading, packReading } from './reading-text.js';

const DAY = 24 * HOUR;
const HOURS_7D = 168;

let test: BackendUnderTest;
let scene: InboxScene;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  scene = await InboxScene.of(test);
});
afterAll(() => test.close());

interface Given {
  readonly platform?: Platform;
  /** How many days ago it was published. */
  readonly daysAgo: number;
  /** What was counted after 7 days; null: nothing was read. */
  readonly counts: Partial<Record<Metric, number>> | null;
  readonly text?: string;
}

/** Posts with the numbers of their seventh day, as they would have been read. */
async function given(posts: readonly Given[]): Promise<string[]> {
  const ids: string[] = [];
  const { store } = scene;
  for (const { platform = 'bluesky', daysAgo, counts, text } of posts) {
    const account = await scene.account(platform);
    const postId = await scene.published(account, text);
    ids.push(postId);
    const publishedAt = test.clock.now() - daysAgo * DAY * 1000;
    await store.write(async (trx) => {
      const { id } = await trx
        .updateTable('targets')
        .set({ published_at: publishedAt })
        .where('post_id', '=', postId)
        .returning('id')
        .executeTakeFirstOrThrow();
      const isRead = counts !== null && Object.keys(counts).length > 0;
      const due = dueAt(publishedAt, '7d');
      const reading = isRead ? { readAt: due, reason: null, counts, missing: {} } : missedReading('refused');
      await trx
        .insertInto('metric_targets')
        .values({
          target_id: id,
          workspace_id: account.workspace_id,
          account_id: account.id,
          published_at: publishedAt,
          next_hours: counts === null ? HOURS_7D : null,
          next_at: null,
          reading_7d: counts === null ? null : packReading(reading, due),
        })
        .execute();
    });
  }
  return ids;
}

const dayAgo = (days: number) => new Date(test.clock.now() - days * DAY * 1000).toISOString();

async function insights(query: Record<string, string>): Promise<Insights> {
  const { status, body } = await test.get<Insights>(`/v1/insights?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

describe('insights', () => {
  it('compare the posts of a range with the periods before, by median and quartiles', async () => {
    const likes = (count: number) => ({ likes: count, reposts: 0, quotes: 0, replies: 0, saves: 1 });
    const ids = await given([
      ...[10, 20, 30, 40, 500].map((count, place) => ({ daysAgo: 10 + place, counts: likes(count) })),
      ...[1, 2, 3, 4, 5, 6].map((count, place) => ({ daysAgo: 20 + 5 * place, counts: likes(count) })),
      { daysAgo: 12, counts: null },
      { daysAgo: 12, counts: {} },
    ]);
    const range = { from: dayAgo(16), to: dayAgo(9), window: '7d', metric: 'likes', platform: 'bluesky' };
    const { groups, notes } = await insights(range);
    const { id } = await scene.account('bluesky');
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({
      platform: 'bluesky',
      accountId: id,
      key: id,
      posts: 7,
      measured: 5,
      median: 30,
      q1: 20,
      q3: 40,
      before: { posts: 6, measured: 6, median: 3.5 },
      definition: 'bluesky.likes',
    });
    expect(groups[0]?.best.map(({ postId, value }) => [postId, value])).toEqual([
      [ids[4], 500],
      [ids[3], 40],
      [ids[2], 30],
    ]);
    expect(notes.map(({ code }) => code).sort()).toEqual(['not_measured', 'younger']);
    expect(notes[0]?.text).toBe('7-day numbers of 5 of 7 posts; 1 is younger.');
    const all = await insights({ ...range, metric: 'interactions' });
    expect(all.groups[0]?.median).toBe(31);
    expect(all.groups[0]?.definition).toContain('bluesky.saves');
  });

  it('never put posts of different networks into one group', async () => {
    await given([
      { platform: 'bluesky', daysAgo: 100, counts: { likes: 3 } },
      { platform: 'mastodon', daysAgo: 100, counts: { likes: 5 } },
    ]);
    const range = { from: dayAgo(101), to: dayAgo(99), window: '7d' };
    for (const groupBy of ['platform', 'format', 'day', 'time', 'account']) {
      const { groups, notes } = await insights({ ...range, groupBy });
      expect(groups.map(({ platform }) => platform)).toEqual(['bluesky', 'mastodon']);
      expect(groups.map(({ median }) => median)).toEqual([null, null]);
      if (groupBy === 'format') expect(groups.map(({ key }) => key)).toEqual(['text', 'text']);
      const codes = notes.map(({ code }) => code);
      expect(codes).toContain('few_posts');
      expect(codes).toContain('not_read');
      expect(codes.includes('observed')).toBe(groupBy === 'day' || groupBy === 'time');
    }
  });

  it('group by the weekday and the block of the day in the workspace’s time zone', async () => {
    await scene.store.db.updateTable('workspaces').set({ timezone: 'Europe/Berlin' }).execute();
    // 2027-01-03 is a Sunday; 23:30 in UTC is Monday in Berlin.
    const at = Date.parse('2026-05-03T23:30:00Z');
    const days = (test.clock.now() - at) / (DAY * 1000);
    await given([{ daysAgo: days, counts: { likes: 3 } }]);
    const range = { from: '2026-05-03', to: '2026-05-05', window: '7d' };
    expect((await insights({ ...range, groupBy: 'day' })).groups.map(({ key }) => key)).toEqual(['mon']);
    expect((await insights({ ...range, groupBy: 'time' })).groups.map(({ key }) => key)).toEqual(['00-04']);
    await scene.store.db.updateTable('workspaces').set({ timezone: 'UTC' }).execute();
    expect((await insights({ ...range, groupBy: 'day' })).groups.map(({ key }) => key)).toEqual(['sun']);
  });

  it('say whether a time stands out', async () => {
    const morning = 9 / 24;
    const posts = Array.from({ length: 60 }, (_, place) => {
      const isMorning = place % 3 === 0;
      const midnight = (test.clock.now() / (DAY * 1000)) % 1;
      const daysAgo = 400 + Math.floor(place / 3) + midnight - (isMorning ? morning : morning + 0.3);
      return { daysAgo, counts: { likes: (isMorning ? 120 : 20) + (place % 7) } };
    });
    await given(posts);
    const range = { from: dayAgo(425), to: dayAgo(395), window: '7d', platform: 'bluesky' };
    const { id } = await scene.account('bluesky');
    const { betterTimes } = await insights({ ...range, groupBy: 'time' });
    expect(betterTimes).toMatchObject([
      { platform: 'bluesky', accountId: id, posts: 60, found: [{ kind: 'time', key: '08-12', posts: 20 }] },
    ]);
    expect(betterTimes[0]?.text).toMatch(
      /^08 to 12 h: about \d\.\d times the interactions of other times, in 20 of 60 posts\.$/,
    );
    expect((await insights({ ...range, groupBy: 'account' })).betterTimes).toEqual([]);
    const few = await insights({ ...range, from: dayAgo(401), groupBy: 'day' });
    expect(few.betterTimes[0]?.text).toMatch(
      /^Too few posts with numbers to tell times apart: \d+, of at least 16\.$/,
    );
  });

  it('compare times at an age whose numbers are final', async () => {
    await given([{ daysAgo: 500, counts: { likes: 1 } }]);
    const range = { from: dayAgo(501), to: dayAgo(499), groupBy: 'time' };
    expect((await insights({ ...range, platform: 'bluesky' })).window).toBe('24h');
    expect((await insights({ ...range, platform: 'instagram' })).window).toBe('3d');
  });

  it('say that a network does not give a number, instead of 0', async () => {
    await given([{ daysAgo: 200, counts: { likes: 3 } }]);
    const range = { from: dayAgo(201), to: dayAgo(199), window: '7d', metric: 'views' };
    const { groups, notes } = await insights(range);
    expect(groups).toMatchObject([{ posts: 1, measured: 0, median: null, definition: null, best: [] }]);
    expect(notes.map(({ text }) => text)).toContain('Bluesky does not give views.');
  });

  it('calculate nothing from the numbers of YouTube, whose terms forbid it', async () => {
    const videos = Array.from({ length: 6 }, (_, place) => ({
      ...{ platform: 'youtube' as const, daysAgo: 250, counts: { views: 10 * place, likes: place } },
    }));
    await given(videos);
    const range = { from: dayAgo(251), to: dayAgo(249), window: '7d', platform: 'youtube' };
    const views = await insights({ ...range, metric: 'views' });
    expect(views.groups).toMatchObject([{ posts: 6, measured: 6, median: null, q1: null, q3: null }]);
    expect(views.groups[0]?.best.map(({ value }) => value)).toEqual([50, 40, 30]);
    expect(views.notes.map(({ code }) => code)).toEqual(['not_calculated']);
    const sums = await insights(range);
    expect(sums.groups).toMatchObject([{ posts: 6, measured: 0, definition: null, best: [] }]);
    expect(sums.notes.map(({ code }) => code)).toEqual(['not_calculated']);
  });

  it('use the greatest age that all posts have reached', async () => {
    await given([{ daysAgo: 300, counts: { likes: 3 } }]);
    expect((await insights({ from: dayAgo(301), to: dayAgo(299) })).window).toBe('28d');
    await given([{ daysAgo: 4, counts: null }]);
    expect((await insights({ from: dayAgo(301), to: dayAgo(3), platform: 'bluesky' })).window).toBe('3d');
    // LinkedIn, whose account is among all, is not read at that age.
    expect((await insights({ from: dayAgo(301), to: dayAgo(3) })).window).toBe('24h');
  });

  it('refuse ranges and accounts that do not exist', async () => {
    for (const query of ['from=tomorrow', 'from=2020-01-01&to=2026-01-01', 'window=2d', 'metric=fame']) {
      expect((await test.get(`/v1/insights?${query}`)).status).toBe(422);
    }
    expect((await test.get('/v1/insights?accountId=acc_none')).status).toBe(404);
    const key = await test.newKey(['posts:read']);
    expect((await test.get('/v1/insights', { key })).status).toBe(403);
  });
});

describe('insights as CSV', () => {
  const csv = async (query: string): Promise<readonly (readonly string[])[]> => {
    const response = await fetch(`${test.backend.url}/v1/insights?${query}`, {
      headers: { authorization: `Bearer ${test.key}`, accept: 'text/csv' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/csv');
    return parse(await response.text(), { columns: false });
  };

  it('have a line for each target and age, with empty fields for what is not known', async () => {
    const text = '=1+1, "quoted"\nand more';
    const [postId] = await given([
      { daysAgo: 330, counts: { likes: 7, reposts: 0 }, text },
      { daysAgo: 331, counts: {}, text: 'Refused' },
    ]);
    const [columns = [], ...rows] = await csv(`from=${dayAgo(332)}&to=${dayAgo(329)}`);
    const at = (row: readonly string[] | undefined, name: string) => row?.[columns.indexOf(name)];
    expect(rows).toHaveLength(2);
    expect(at(rows[0], 'reason')).toBe('refused');
    expect([at(rows[0], 'likes'), at(rows[0], 'read_at')]).toEqual(['', '']);
    expect(at(rows[1], 'post_id')).toBe(postId);
    expect(['window', 'likes', 'reposts', 'views', 'age_seconds'].map((name) => at(rows[1], name))).toEqual([
      ...['7d', '7', '0', '', String(7 * DAY)],
    ]);
    expect(at(rows[1], 'text')).toBe(`'${text}`);
    expect(await csv(`from=${dayAgo(332)}&to=${dayAgo(329)}&window=24h`)).toHaveLength(1);
    expect(at(rows[1], 'reason')).toBe('');
  });

  it('say of a line which numbers are missing, and why', async () => {
    await given([{ daysAgo: 336, counts: { likes: 7 } }]);
    await scene.store.db
      .updateTable('metric_targets')
      .set({ reading_7d: sql`reading_7d || ';{"saves":"refused","watchMs":"not_yet"}'` })
      .where('seq', '=', (query) =>
        query.selectFrom('metric_targets').select((one) => one.fn.max('seq').as('seq')),
      )
      .execute();
    const [columns = [], row = []] = await csv(`from=${dayAgo(337)}&to=${dayAgo(335)}`);
    expect(row[columns.indexOf('reason')]).toBe('saves: refused; watch_ms: not_yet');
  });

  it('continue after each page', async () => {
    const posts = Array.from({ length: 501 }, (_, place) => ({ daysAgo: 340, counts: { likes: place } }));
    await given(posts);
    const [, ...rows] = await csv(`from=${dayAgo(341)}&to=${dayAgo(339)}`);
    expect(new Set(rows.map(([postId]) => postId)).size).toBe(501);
  });
});

describe('the followers of an account', () => {
  it('are listed by day, with gaps', async () => {
    const { id, workspace_id } = await scene.account('bluesky');
    const today = Math.floor(test.clock.now() / (DAY * 1000));
    const day = (offset: number) => today - offset;
    for (const [offset, followers] of [
      [5, 100],
      [4, 103],
      [2, 101],
    ] as const) {
      const read_at = day(offset) * DAY * 1000 + 3000;
      await scene.store.db
        .insertInto('follower_counts')
        .values({ account_id: id, day: day(offset), workspace_id, followers, read_at })
        .execute();
    }
    const { body } = await test.get<AccountMetrics>(`/v1/accounts/${id}/metrics`);
    expect(body).toMatchObject({ accountId: id, definition: 'bluesky.followers', note: null });
    expect(body.followers.map(({ count }) => count)).toEqual([100, 103, 101]);
    expect(body.followers[0]?.day).toBe(new Date(day(5) * DAY * 1000).toISOString().slice(0, 10));
    const narrow = await test.get<AccountMetrics>(
      `/v1/accounts/${id}/metrics?from=${dayAgo(4).slice(0, 10)}`,
    );
    expect(narrow.body.followers.map(({ count }) => count)).toEqual([103, 101]);
  });

  it('are none on networks that are not read, which it says', async () => {
    const { id } = await scene.account('x');
    const { body } = await test.get<AccountMetrics>(`/v1/accounts/${id}/metrics`);
    expect(body).toMatchObject({ definition: null, followers: [] });
    expect(body.note).toContain('X');
    expect((await test.get('/v1/accounts/acc_none/metrics')).status).toBe(404);
  });
});
