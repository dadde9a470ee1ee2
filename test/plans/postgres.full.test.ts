import { CompiledQuery, type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_SCANNED_ROWS } from '../../src/backend/store/queries/bounded-scan.js';
import type { Tables } from '../../src/backend/store/schema.js';
import { ManualClock } from '../support/manual-clock.js';
import { PostgresServer } from '../support/postgres/postgres-server.js';
import { DAY_MS } from '../support/rows/many-rows.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { TEST_KEY } from '../support/secret-key.js';
import { type Captured, capturePostgres, type Statement } from './support/captured-statements.js';
import { filled, readEveryList } from './support/every-query.js';
import { doEverything } from './support/everything-done.js';

/** Enough rows that the planner, which knows the table sizes, never prefers a sequential scan. */
const AMOUNTS = { posts: 60_000, conversations: 30_000 };

/** The most rows that one statement may read: fewer than each of these tables has. */
const MOST_ROWS = MAX_SCANNED_ROWS + 1_000;

/** Tables that grow. Planners always read small tables sequentially. */
const GROWS = new Set([
  ...[
    'posts',
    'targets',
    'events',
    'activity',
    'webhook_deliveries',
    'conversations',
    'messages',
    'comments',
  ],
]);

/** Statements that read more rows by design. */
const WHOLE: readonly (readonly [begins: string, why: string])[] = [
  ['update "targets" set wake_at =', 'moving a sandbox clock updates everything that waits'],
  ['select min(due_at) as due', 'moving a sandbox clock looks for what is due next'],
];

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly Node[];
}

let server: PostgresServer;
let test: BackendUnderTest<ManualClock>;
let captured: Captured;
let client: pg.Client;

beforeAll(async () => {
  server = await PostgresServer.start();
  captured = capturePostgres();
  const more = { databaseUrl: server.url(), secretKey: TEST_KEY, validateResponses: false };
  test = await BackendUnderTest.startOn(new ManualClock(), ':memory:', more);
  const rows = await filled(test, AMOUNTS);
  client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  await client.query('vacuum analyze');
  await readEveryList(test, rows);
  await doEverything(test);
  test.clock.advance(2 * DAY_MS);
  await test.backend.forget();
  captured.end();
});

afterAll(async () => {
  await client.end();
  await test.close();
  await server.end();
});

const isWhole = ({ text }: Statement): boolean => WHOLE.some(([begins]) => text.startsWith(begins));

const statements = () =>
  captured.statements.filter(
    ({ text }) =>
      /^\s*(select|update|delete|with)/i.test(text) &&
      !/lpad\(|pg_|information_schema|current_setting|postrider_schema/.test(text),
  );

/** Gives the planner the statistics of a large database. */
const HELP_COSTS_NOTHING = ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size']
  .map((setting) => `set local ${setting} = 0;`)
  .join(' ');

interface Explained<Of extends Node> {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Of }];
}

const EXPLAIN = 'explain (format json)';
const EXPLAIN_RUNNING = 'explain (analyze, format json)';

/**
 * Explains a statement with the values it ran with, because the planner knows how frequent each is. By default it uses a
 * connection of the backend, with the backend's settings.
 */
async function planOf(
  { text, values }: Statement,
  db: Pick<Kysely<Tables>, 'executeQuery'> = test.backend.services.store.db,
): Promise<Node> {
  const { rows } = await db.executeQuery<Explained<Node>>(
    CompiledQuery.raw(`${EXPLAIN} ${text}`, [...values]),
  );
  return firstPlan(rows, text);
}

function firstPlan<Of extends Node>(rows: readonly Explained<Of>[], text: string): Of {
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  if (!plan) throw new Error(`PostgreSQL returned no plan for ${text}`);
  return plan.Plan;
}

function nodesOf(plan: Node): readonly Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

describe('queries on PostgreSQL', () => {
  it('are all captured', () => {
    expect(statements().length).toBeGreaterThan(150);
  });

  it('never scan a whole table that grows', async () => {
    const walks: string[] = [];
    for (const statement of statements()) {
      if (isWhole(statement)) continue;
      const scans = nodesOf(await planOf(statement)).filter(
        (node) => node['Node Type'] === 'Seq Scan' && GROWS.has(node['Relation Name'] ?? ''),
      );
      for (const scan of scans) walks.push(`${scan['Relation Name']}: ${statement.text}`);
    }
    expect(walks).toEqual([]);
  });

  it('never sort what an index could return in order', async () => {
    const sorts: string[] = [];
    for (const statement of statements()) {
      if (isWhole(statement)) continue;
      for (const node of nodesOf(await planOf(statement))) {
        const sorted = node['Node Type'] === 'Sort' ? (node.Plans?.[0]?.['Plan Rows'] ?? 0) : 0;
        if (sorted > MOST_ROWS) sorts.push(`${sorted} rows: ${statement.text}`);
      }
    }
    expect(sorts).toEqual([]);
  });

  it('read no more rows than a page may, counted by EXPLAIN ANALYZE', async () => {
    const many: string[] = [];
    for (const { text, values } of statements()) {
      if (!/^\s*select/i.test(text) || isWhole({ text, values })) continue;
      const { rows } = await test.backend.services.store.db.executeQuery<Explained<Counted>>(
        CompiledQuery.raw(`${EXPLAIN_RUNNING} ${text}`, [...values]),
      );
      const looked = rowsLookedAt(firstPlan(rows, text));
      if (looked > MOST_ROWS) many.push(`${looked} rows: ${text}`);
    }
    expect(many).toEqual([]);
  });

  it('start no parallel worker and no JIT, however expensive the plan', async () => {
    const { db } = test.backend.services.store;
    const { rows } = await sql<{ jit: string }>`show jit`.execute(db);
    expect(rows).toEqual([{ jit: 'off' }]);
    const helped = (plan: Node): boolean => nodesOf(plan).some((node) => /^Gather/.test(node['Node Type']));
    const withHelp: string[] = [];
    await db.transaction().execute(async (trx) => {
      await sql.raw(HELP_COSTS_NOTHING).execute(trx);
      for (const statement of statements()) {
        if (helped(await planOf(statement, trx))) withHelp.push(statement.text);
      }
      // A connection with the server's default settings uses parallel workers for many of them.
      await sql`set local max_parallel_workers_per_gather = 2`.execute(trx);
      const others: string[] = [];
      for (const statement of statements()) {
        if (helped(await planOf(statement, trx))) others.push(statement.text);
      }
      expect(others).not.toEqual([]);
    });
    expect(withHelp).toEqual([]);
  });
});

interface Counted extends Node {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Counted[];
}

/** Rows read from tables and indexes, including those removed by filters. */
function rowsLookedAt(node: Counted): number {
  const below = (node.Plans ?? []).reduce((sum, one) => sum + rowsLookedAt(one), 0);
  if (!node['Relation Name']) return below;
  return below + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
}
