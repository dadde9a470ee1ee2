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
    const bytesOf = async (tables: readonly string[]) =>
      ((await sizeOf(filled, tables)) * TARGETS) / targets / 2 ** 30;
    const amount = TARGETS.toLocaleString('en');
    const figures: Figure[] = [
      {
        name: `${prefix}numbers of ${amount} targets, ${READINGS} readings each`,
        value: await bytesOf(['metric_readings']),
        unit: 'GB',
        // PostgreSQL has 24 bytes of its own in each row, and an index of its own for the primary key.
        ...(store === 'embedded' && { budget: { atMost: 0.25 } }),
      },
      {
        name: `${prefix}… with when each target was published and is read next`,
        value: await bytesOf(['metric_readings', 'metric_targets']),
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

/** The bytes of tables with their indexes. */
async function sizeOf({ store }: Filled, tables: readonly string[]): Promise<number> {
  const names = sql.join(tables.map((name) => sql.lit(name)));
  const { rows } =
    store.engine === 'postgres'
      ? await sql<{ bytes: string }>`select sum(pg_total_relation_size(oid)) as bytes from pg_class
          where relname in (${names})`.execute(store.db)
      : await sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat
          where name in (select name from sqlite_schema where tbl_name in (${names}))`.execute(store.db);
  return Number(rows[0]?.bytes);
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
