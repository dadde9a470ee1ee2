import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import {
  METRIC_WINDOWS,
  METRICS,
  type Metric,
  MISSING_REASONS,
  type MissingReason,
  WINDOW_HOURS,
} from '../../../contract/insights/values.js';
import { readingsInTargets } from '../../store/migrations/0041-readings-in-targets.js';
import { toPostgres } from '../../store/postgres/migrate-postgres.js';
import {
  countsReader,
  dueAt,
  missedReading,
  packReading,
  type Reading,
  readingColumn,
  reasonOfReading,
  unpackReading,
  windowOf,
} from './reading-text.js';

const DUE = Date.parse('2026-09-01T12:00:00Z');

const metric = fc.constantFrom<Metric>(...METRICS);
const reason = fc.constantFrom(...(Object.keys(MISSING_REASONS) as MissingReason[]));
const count = fc.oneof(fc.nat(3), fc.maxSafeNat());
const made = fc.record<Reading>({
  readAt: fc.integer({ min: -5_000, max: 7 * 24 * 3_600_000 }).map((late) => DUE + late),
  reason: fc.constant(null),
  counts: fc.dictionary(metric, count, { maxKeys: METRICS.length }),
  missing: fc.dictionary(metric, reason, { maxKeys: 3 }),
});
const reading = fc.oneof(made, reason.map(missedReading));

describe('a stored reading', () => {
  it('is what was read', () => {
    fc.assert(
      fc.property(reading, (one) => {
        const text = packReading(one, DUE);
        expect(unpackReading(text, DUE)).toEqual(one);
        expect(reasonOfReading(text)).toBe(one.reason);
      }),
    );
  });

  it('gives some of its counts without the others', () => {
    fc.assert(
      fc.property(reading, fc.uniqueArray(metric), (one, wanted) => {
        const found = countsReader(wanted)(packReading(one, DUE));
        expect(found).toEqual(
          one.readAt === null
            ? null
            : { late: one.readAt - DUE, counts: wanted.map((name) => one.counts[name] ?? null) },
        );
      }),
    );
  });

  it('is short, and keeps its form for what was written before', () => {
    const counts = { likes: 12, reposts: 3, replies: 0, saves: 4 };
    const whole: Reading = { readAt: DUE + 5_120, reason: null, counts, missing: { views: 'refused' } };
    expect(packReading(whole, DUE)).toBe('5120,,,,12,3,,0,4;{"views":"refused"}');
    expect(packReading({ ...whole, counts: {}, missing: {} }, DUE)).toBe('5120');
    expect(packReading(missedReading('too_late'), DUE)).toBe('!too_late');
    const all = Object.fromEntries(METRICS.map((name, place) => [name, place + 1]));
    expect(packReading({ ...whole, counts: all, missing: {} }, DUE)).toBe('5120,1,2,3,4,5,6,7,8,9,10,11');
  });
});

it('knows the age of each number of hours', () => {
  for (const window of METRIC_WINDOWS) expect(windowOf(WINDOW_HOURS[window])).toBe(window);
  expect(() => windowOf(2)).toThrow('2 hours');
});

describe('readings that were rows of their own', () => {
  let test: BackendUnderTest;
  let scene: InboxScene;
  beforeAll(async () => {
    test = await BackendUnderTest.start();
    scene = await InboxScene.of(test);
  });
  afterAll(() => test.close());

  const COUNTS = METRICS.map((name) => (name === 'watchMs' ? 'watch_ms' : name));

  it('are in the rows of their targets, each with its numbers and reasons', async () => {
    const { db, engine } = scene.store;
    const account = await scene.account('bluesky');
    const postId = await scene.published(account);
    const run = (statement: string) =>
      sql.raw(engine === 'postgres' ? toPostgres(statement) : statement).execute(db);
    const publishedAt = DUE - dueAt(0, '24h');
    await db
      .insertInto('metric_targets')
      .columns(['target_id', 'workspace_id', 'account_id', 'published_at'])
      .expression((from) =>
        from
          .selectFrom('targets')
          .select(['id', 'workspace_id', 'account_id', sql.lit(publishedAt).as('published_at')])
          .where('post_id', '=', postId),
      )
      .execute();
    const { seq } = await db.selectFrom('metric_targets').select('seq').executeTakeFirstOrThrow();
    for (const window of METRIC_WINDOWS)
      await run(`alter table metric_targets drop column ${readingColumn(window)}`);
    await run(`create table metric_readings (target_seq integer not null, window_hours integer not null,
      read_at integer, reason text, missing_json text, ${COUNTS.map((name) => `${name} integer`).join(', ')})`);
    await run(`insert into metric_readings (target_seq, window_hours, read_at, reason, missing_json, likes, replies, watch_ms)
      values (${seq}, 1, null, 'too_late', null, null, null, null),
        (${seq}, 24, ${DUE + 7}, null, '{"views":"refused"}', 12, 0, 3000000000),
        (${seq}, 168, ${dueAt(publishedAt, '7d')}, null, null, null, null, null)`);
    for (const statement of readingsInTargets.split(/;\n/).filter((text) => text.trim() !== '')) {
      await run(statement);
    }
    const row = await db
      .selectFrom('metric_targets')
      .selectAll()
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow();
    const read = METRIC_WINDOWS.flatMap((window) => {
      const text = row[readingColumn(window)];
      return text === null ? [] : [[window, unpackReading(text, dueAt(publishedAt, window))]];
    });
    expect(read).toEqual([
      ['1h', missedReading('too_late')],
      [
        '24h',
        {
          readAt: DUE + 7,
          reason: null,
          counts: { likes: 12, replies: 0, watchMs: 3_000_000_000 },
          missing: { views: 'refused' },
        },
      ],
      ['7d', { readAt: dueAt(publishedAt, '7d'), reason: null, counts: {}, missing: {} }],
    ]);
  });
});
