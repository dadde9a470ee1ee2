import { type RawBuilder, sql } from 'kysely';
import { columnOf } from '../../../src/backend/domain/insights/metric-records.js';
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

const HOUR_MS = 60 * 60_000;
/** The ages at which posts are read. */
const WINDOWS = ['1h', '24h', '3d', '7d', '28d'] as const satisfies readonly MetricWindow[];
/** Only posts that have reached the last age. */
const OLDER_THAN_MS = 30 * DAY_MS;

/** A number below 1,000 where it counts interactions, otherwise below 100,000; null where the network does not give it. */
function countOf(metric: Metric): RawBuilder<unknown> {
  const given = PLATFORMS.filter((platform) => RULES[platform].metrics?.posts[metric]);
  const below = INTERACTIONS.some((one) => one === metric) ? 1_000 : 100_000;
  const factor = 7_919 + 2 * METRICS.indexOf(metric);
  return sql`case when targets.platform in (${sql.join(given.map((name) => sql.lit(name)))})
    then (metric_targets.seq * ${sql.lit(factor)} + hours) % ${sql.lit(below)} end`;
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
  let targets = 0;
  await inChunks(posts, async (from, chunk) => {
    const { numAffectedRows = 0n } = await store.write((trx) =>
      sql`insert into metric_targets (target_id, workspace_id, account_id, published_at)
        select id, workspace_id, account_id, published_at from targets
        where id > ${idOf(from)} and id <= ${idOf(from + chunk)} and workspace_id = ${workspaceId}
        and status = 'published' and published_at < ${now - OLDER_THAN_MS}
        order by published_at`.execute(trx),
    );
    targets += Number(numAffectedRows);
  });
  const columns = sql.join(METRICS.map((metric) => sql.ref(columnOf(metric))));
  const counts = sql.join(METRICS.map(countOf));
  const hours = sql.join(
    WINDOWS.map((window) => sql`select cast(${sql.lit(WINDOW_HOURS[window])} as bigint) as hours`),
    sql` union all `,
  );
  await inChunks(
    targets,
    async (from, chunk) => {
      await store.write((trx) =>
        sql`insert into metric_readings (target_seq, window_hours, read_at, ${columns})
          select metric_targets.seq, hours, metric_targets.published_at + hours * ${sql.lit(HOUR_MS)}, ${counts}
          from metric_targets join targets on targets.id = metric_targets.target_id
          cross join (${hours}) as ages
          where metric_targets.seq > ${from} and metric_targets.seq <= ${from + chunk}
          order by metric_targets.seq, hours`.execute(trx),
      );
    },
    said,
  );
  return targets;
}
