import { sql } from 'kysely';
import { insertNumbers } from '../test/support/rows/many-numbers.js';
import { DAY_MS } from '../test/support/rows/many-rows.js';
import { type Figure, median } from './figures.js';
import { Filled, Place, type StoreName } from './scale/place.js';
import { timeNothing } from './start-up.js';

const TARGETS = 1_000_000;
const READINGS = 5;
/** Some are not published, or too young. */
const POSTS = (TARGETS * 115) / 100;
const RUNS = 21;
const QUARTER_DAYS = 90;
/** All posts of the quarter have been read at every age. */
const UNTIL_DAYS_AGO = 31;

/** The size of many readings, and how long it takes to compare the posts of a quarter with two years before. */
export function insights(): Promise<Figure[]> {
  return insightsOn('embedded', '');
}

/** The same on PostgreSQL, with its own server on this machine. */
export function insightsOnPostgres(): Promise<Figure[]> {
  return insightsOn('postgres', 'PostgreSQL: ');
}

async function insightsOn(store: StoreName, prefix: string): Promise<Figure[]> {
  const place = await Place.make(store);
  try {
    const filled = await Filled.make(place, 'insights', { posts: POSTS, conversations: 0 });
    await filled.start();
    const targets = await addNumbers(filled);
    await filled.analyze();
    const gigabytes = (bytes: number) => (bytes * TARGETS) / targets / 2 ** 30;
    const whole = await sizesOf(filled, 'metric_targets');
    const { rows: withoutReadings } = await withoutNumbers(filled);
    const amount = TARGETS.toLocaleString('en');
    const figures: Figure[] = [
      {
        name: `${prefix}numbers of ${amount} targets, ${READINGS} readings each`,
        value: gigabytes(whole.rows - withoutReadings),
        unit: 'GB',
        budget: { atMost: 0.25 },
      },
      {
        name: `${prefix}… with when each target was published and is read next`,
        value: gigabytes(whole.rows + whole.indexes),
        unit: 'GB',
      },
      await quarterOf(filled, `${prefix}GET /v1/insights, a quarter of ${amount} targets in ten years`),
    ];
    await filled.close();
    return figures;
  } finally {
    await place.remove();
  }
}

/** The bytes of a table and of its indexes. */
interface Sizes {
  readonly rows: number;
  readonly indexes: number;
}

async function sizesOf({ store }: Filled, table: string): Promise<Sizes> {
  const { rows } =
    store.engine === 'postgres'
      ? await sql<
          Record<keyof Sizes, string>
        >`select pg_table_size(oid) as rows, pg_indexes_size(oid) as indexes
          from pg_class where relname = ${table}`.execute(store.db)
      : await sql<Record<keyof Sizes, number | null>>`select
          (select sum(pgsize) from dbstat where name = ${table}) as rows,
          (select sum(pgsize) from dbstat where name in
            (select name from sqlite_schema where type = 'index' and tbl_name = ${table})) as indexes`.execute(
          store.db,
        );
  return { rows: Number(rows[0]?.rows), indexes: Number(rows[0]?.indexes ?? 0) };
}

/** The size of a copy of the targets that have no readings. */
async function withoutNumbers(filled: Filled): Promise<Sizes> {
  const { db } = filled.store;
  const kept = ['seq', 'target_id', 'workspace_id', 'account_id', 'published_at', 'event_hours'] as const;
  await sql`create table without_readings as select ${sql.join(kept.map((name) => sql.ref(name)))}
    from metric_targets`.execute(db);
  const sizes = await sizesOf(filled, 'without_readings');
  await sql`drop table without_readings`.execute(db);
  return sizes;
}

/** @returns how many targets have numbers: about a million */
async function addNumbers({ store, workspace, accounts }: Filled): Promise<number> {
  const rows = { store, workspaceId: workspace?.id ?? '', accounts, now: Date.now() };
  return insertNumbers(rows, POSTS, (done, of) => console.error(`… numbers: ${done} of ${of}`));
}

/** They alternate, so that other load on the machine affects both. */
async function quarterOf({ running, key }: Filled, name: string): Promise<Figure> {
  const to = Date.now() - UNTIL_DAYS_AGO * DAY_MS;
  const range = new URLSearchParams({
    from: new Date(to - QUARTER_DAYS * DAY_MS).toISOString(),
    to: new Date(to).toISOString(),
  });
  const took: number[] = [];
  const nothing: number[] = [];
  for (let run = -3; run < RUNS; run += 1) {
    const idle = await timeNothing(process.execPath);
    const begun = performance.now();
    const response = await fetch(`${running.url}/v1/insights?${range}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const body: unknown = await response.json();
    const time = performance.now() - begun;
    if (!response.ok) throw new Error(JSON.stringify(body));
    if (run < 0) continue;
    took.push(time);
    nothing.push(idle);
  }
  return {
    name,
    value: median(took),
    unit: 'ms',
    yardstick: { name: 'ms, node -e 0', value: median(nothing) },
    // 100 ms where starting Node takes 25.
    budget: { atMost: 4 },
  };
}
