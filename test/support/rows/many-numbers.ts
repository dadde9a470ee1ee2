import { type RawBuilder, sql } from 'kysely';
import { readingColumn } from '../../../src/backend/domain/insights/reading-text.js';
import {
  INTERACTIONS,
  METRICS,
  type Metric,
  type MetricWindow,
  WINDOW_HOURS,
} from '../../../src/contract/insights/values.js';
import { PLATFORMS } from '../../../src/contract/platforms.js';
import { RULES } from '../../../src/networks/rules.js';
import { DAY_MS, inChunks, type ManyRows, numberedId } from './many-rows.js';

/** The ages at which posts are read. */
const WINDOWS = ['1h', '24h', '3d', '7d', '28d'] as const satisfies readonly MetricWindow[];
/** Only posts that have reached the last age. */
const OLDER_THAN_MS = 30 * DAY_MS;

/** A number below 1,000 where it counts interactions, otherwise below 100,000; empty where the network does not give it. */
function countOf(metric: Metric, window: MetricWindow): RawBuilder<unknown> {
  const given = PLATFORMS.filter((platform) => RULES[platform].metrics?.posts[metric]);
  const below = INTERACTIONS.some((one) => one === metric) ? 1_000 : 100_000;
  const factor = 7_919 + 2 * METRICS.indexOf(metric);
  return sql`case when platform in (${sql.join(given.map((name) => sql.lit(name)))})
    then cast((number * ${sql.lit(factor)} + ${sql.lit(WINDOW_HOURS[window])}) % ${sql.lit(below)} as text) else '' end`;
}

/** A reading up to 100 seconds after the age was reached. */
function readingOf(window: MetricWindow): RawBuilder<unknown> {
  const counts = METRICS.map((metric) => countOf(metric, window));
  return sql`rtrim(cast((number * 7907) % 100000 as text) || ',' || ${sql.join(counts, sql` || ',' || `)}, ',')`;
}

/**
 * Writes five readings of each published target that is old enough, as the reader of numbers would leave them.
 *
 * @param posts how many were inserted, with a target each
 * @returns how many targets were read
 */
export async function insertNumbers(
  rows: ManyRows,
  posts: number,
  said?: (done: number, of: number) => void,
): Promise<number> {
  const { store, workspaceId, now } = rows;
  const idOf = (number: number) => numberedId(rows, 'tgt', sql.lit(number));
  const columns = WINDOWS.map((window) => sql.ref(readingColumn(window)));
  let targets = 0;
  await inChunks(
    posts,
    async (from, chunk) => {
      const { numAffectedRows = 0n } = await store.write((trx) =>
        sql`insert into metric_targets (target_id, workspace_id, account_id, published_at, ${sql.join(columns)})
          select id, workspace_id, account_id, published_at, ${sql.join(WINDOWS.map(readingOf))}
          from (select targets.*, row_number() over (order by published_at) + ${from} as number from targets
            where id > ${idOf(from)} and id <= ${idOf(from + chunk)} and workspace_id = ${workspaceId}
            and status = 'published' and published_at < ${now - OLDER_THAN_MS}) as published
          order by published_at`.execute(trx),
      );
      targets += Number(numAffectedRows);
    },
    said,
  );
  return targets;
}
