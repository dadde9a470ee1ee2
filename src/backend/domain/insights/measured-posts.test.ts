import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import {
  COMPARED_METRICS,
  type ComparedMetric,
  METRICS,
  type Metric,
  type MissingReason,
  WINDOW_HOURS,
} from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import { definitionAt } from '../../../networks/metric-rules.js';
import { RULES } from '../../../networks/rules.js';
import type { MetricTargetRow, ReadingColumn } from '../../store/tables/metric-rows.js';
import { partsOf } from './compared-value.js';
import { bestOf, comparable } from './group-posts.js';
import { type MeasuredTarget, measuredIn } from './measured-posts.js';
import {
  dueAt,
  missedReading,
  packReading,
  type Reading,
  readingColumn,
  unpackReading,
} from './reading-text.js';

const NETWORKS = ['bluesky', 'mastodon', 'instagram', 'youtube'] as const satisfies readonly Platform[];
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** YouTube counts views in another way from three days later on. */
const FIRST = Date.parse('2026-08-21T00:00:00Z');
const DAYS = 6;
const WINDOW = '24h';
const HOURS = WINDOW_HOURS[WINDOW];

const reason = fc.constantFrom<MissingReason>('not_given', 'not_yet', 'refused');
const counts = fc.dictionary(fc.constantFrom<Metric>(...METRICS), fc.nat(9), { maxKeys: METRICS.length });
const missing = fc.dictionary(fc.constantFrom<Metric>(...METRICS), reason);
const reading = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.record({ reason }) },
  { weight: 8, arbitrary: fc.record({ counts, missing, lateMs: fc.nat(HOUR_MS) }) },
);
/** Few hours and small counts, so that some are equal. */
const target = fc.record({
  platform: fc.constantFrom(...NETWORKS),
  hour: fc.nat(DAYS * 24 - 1),
  nextHours: fc.constantFrom(null, 1, 24, 72),
  reading,
});

let test: BackendUnderTest;
let scene: InboxScene;
const platforms = new Map<string, Platform>();

beforeAll(async () => {
  test = await BackendUnderTest.start();
  scene = await InboxScene.of(test);
  for (const given of fc.sample(target, { numRuns: 300, seed: 20_260_821 })) {
    const account = await scene.account(given.platform);
    platforms.set(account.id, given.platform);
    const postId = await scene.published(account);
    const published_at = FIRST + given.hour * HOUR_MS;
    await scene.store.write(async (trx) => {
      const { id: target_id } = await trx
        .selectFrom('targets')
        .select('id')
        .where('post_id', '=', postId)
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('metric_targets')
        .values({
          ...{ target_id, workspace_id: account.workspace_id, account_id: account.id, published_at },
          ...{ next_hours: given.nextHours, next_at: null },
          ...readingsOf(given.reading, published_at),
        })
        .execute();
    });
  }
});
afterAll(() => test.close());

type Given = typeof reading extends fc.Arbitrary<infer Value> ? Value : never;

/** The columns of readings at three ages. Other ages have other numbers. */
function readingsOf(given: Given, publishedAt: number): Partial<Record<ReadingColumn, string>> {
  if (given === null) return {};
  return Object.fromEntries(
    (['1h', WINDOW, '3d'] as const).map((window) => {
      const due = dueAt(publishedAt, window);
      if ('reason' in given) return [readingColumn(window), packReading(missedReading(given.reason), due)];
      const { counts, missing = {}, lateMs } = given;
      const own = window === WINDOW ? counts : { likes: 1_000 };
      const reading = { readAt: due + lateMs, reason: null, counts: own, missing };
      return [readingColumn(window), packReading(reading, due)];
    }),
  );
}

/** What is compared of a post, worked out from its rows one by one. */
function expected(
  { seq, account_id, published_at, next_hours }: MetricTargetRow,
  reading: Reading | null,
  metric: ComparedMetric,
): Omit<MeasuredTarget, 'post'> {
  const platform = platforms.get(account_id) ?? 'x';
  const own = reading?.missing ?? {};
  const parts = partsOf(platform, metric).map((part) => ({
    part,
    count: reading?.counts[part] ?? null,
  }));
  const counted = parts.filter(({ part, count }) => count !== null || own[part] !== 'not_given');
  const readAt = parts.some(({ count }) => count !== null) ? (reading?.readAt ?? null) : null;
  const definitions = counted.map(({ part }) => {
    const rule = RULES[platform].metrics?.posts[part];
    return rule && readAt !== null ? definitionAt(rule, readAt) : '';
  });
  const why = parts.map(({ part }) => own[part]).find((one) => one !== undefined) ?? null;
  return {
    ...{ seq, platform, accountId: account_id, publishedAt: published_at },
    value: readAt === null ? null : parts.reduce((sum, { count }) => sum + (count ?? 0), 0),
    definition: readAt === null ? null : definitions.join(' + '),
    isPartial: readAt !== null && counted.some(({ count }) => count === null),
    reason: reading?.reason ?? (readAt === null ? why : null),
    isOpen: next_hours !== null && next_hours <= HOURS,
  };
}

async function expectedIn(
  range: { readonly from: number; readonly to: number; readonly of?: readonly string[] },
  metric: ComparedMetric,
): Promise<readonly Omit<MeasuredTarget, 'post'>[]> {
  const { db } = scene.store;
  const targets = await db.selectFrom('metric_targets').selectAll().execute();
  return targets
    .filter(({ published_at }) => published_at >= range.from && published_at < range.to)
    .filter(({ account_id }) => range.of?.includes(account_id) ?? true)
    .sort((one, other) => other.published_at - one.published_at || other.seq - one.seq)
    .map((row) => {
      const text = row[readingColumn(WINDOW)];
      return expected(
        row,
        text === null ? null : unpackReading(text, dueAt(row.published_at, WINDOW)),
        metric,
      );
    });
}

const whole = { from: FIRST, to: FIRST + DAYS * DAY_MS };
const part = { from: FIRST + DAY_MS, to: FIRST + 2.5 * DAY_MS };

describe('the posts of a range at one age', () => {
  it.each(COMPARED_METRICS)('are those that their rows say, by %s', async (metric) => {
    const compared = { window: WINDOW, metric, withPosts: false } as const;
    const workspaceId = test.workspace.id;
    for (const range of [whole, part, { from: 0, to: 1 }]) {
      const found = await measuredIn(scene.store, { workspaceId, ...range }, compared);
      expect(found).toEqual((await expectedIn(range, metric)).map((one) => ({ ...one, post: null })));
    }
    const { id } = await scene.account('mastodon');
    const own = (await expectedIn({ ...part, of: [id] }, metric)).map((one) => ({ ...one, post: null }));
    expect(own.length).toBeGreaterThan(5);
    const range = { workspaceId, ...part };
    expect(await measuredIn(scene.store, { ...range, accountId: id }, compared)).toEqual(own);
    expect(await measuredIn(scene.store, { ...range, platform: 'mastodon' }, compared)).toEqual(own);
  });

  it('name their posts where they are asked for', async () => {
    const compared = { window: WINDOW, metric: 'likes', withPosts: true } as const;
    const found = await measuredIn(scene.store, { workspaceId: test.workspace.id, ...whole }, compared);
    expect(found).toHaveLength(300);
    const rows = await scene.store.db
      .selectFrom('metric_targets')
      .innerJoin('targets', 'targets.id', 'metric_targets.target_id')
      .innerJoin('posts', 'posts.id', 'targets.post_id')
      .select(['seq', 'posts.id', 'posts.kind'])
      .execute();
    const posts = new Map(rows.map(({ seq, id, kind }) => [seq, { id, kind }]));
    expect(found.map(({ post }) => post)).toEqual(found.map(({ seq }) => posts.get(seq)));
  });

  it('have the greatest as the best, the newest first where they are equal', async () => {
    const compared = { window: WINDOW, metric: 'likes', withPosts: false } as const;
    const found = await measuredIn(scene.store, { workspaceId: test.workspace.id, ...whole }, compared);
    const known = comparable(found, 'bluesky.likes');
    const sorted = [...known].sort((one, other) => other.value - one.value);
    expect(sorted[2]?.value).toBe(sorted[3]?.value);
    expect(bestOf(known)).toEqual(sorted.slice(0, 3));
    expect(bestOf(known.slice(0, 2))).toHaveLength(2);
  });
});
