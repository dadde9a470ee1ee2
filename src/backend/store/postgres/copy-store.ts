import { Kysely, PostgresDialect, sql, type TableMetadata } from 'kysely';
import type { Tables } from '../schema.js';
import { openStore, type Queries, type Write } from '../store.js';
import { onePool, refuseConnected } from './alone.js';
import { checkAddress, DatabaseUnusable, shownAddress, unusable } from './database-unusable.js';
import { WRITE_LOCK } from './locks.js';
import { SCHEMA_TABLE } from './migrate-postgres.js';
import { openPostgres } from './open-postgres.js';

export interface CopyOptions {
  /** Data folder of the embedded database. */
  readonly from: string;
  /** `postgres://…` */
  readonly to: string;
  /** Delete all data in the target first. */
  readonly replace: boolean;
  /** Called as rows are copied. */
  readonly progress: (done: { readonly table: string; readonly rows: number; readonly of: number }) => void;
}

export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
}

const BATCH_ROWS = 500;

/** Tables that exist only on PostgreSQL. */
const NOT_COPIED: readonly string[] = [SCHEMA_TABLE, 'rate_buckets'];

/**
 * Refuses a target that `copyStore` would refuse, before long work begins.
 *
 * @throws DatabaseUnusable `in_use` if another process of Postrider is connected; `not_empty` if the target holds data
 *   and `replace` is false
 */
export async function checkTarget({ to, replace }: Pick<CopyOptions, 'to' | 'replace'>): Promise<void> {
  checkAddress(to);
  const target = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: onePool(to) }) });
  try {
    await refuseConnected(target, to);
    await migrateTarget(to);
    if (replace) return;
    const tables = await target.introspection.getTables();
    const ours = tables.map(({ name }) => name).filter((name) => !NOT_COPIED.includes(name));
    await refuseData(target, ours, to);
  } catch (error) {
    throw unusable(error, to);
  } finally {
    await target.destroy();
  }
}

/**
 * Copies the embedded database to PostgreSQL in one transaction: everything arrives, verified by row counts, or
 * nothing does. Both databases are locked against writes meanwhile.
 *
 * @throws DatabaseUnusable `not_empty` if the target holds data and `replace` is false
 */
export async function copyStore(options: CopyOptions): Promise<readonly CopiedTable[]> {
  const { from, to } = options;
  await migrateTarget(to);
  const source = openStore(from);
  const target = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: onePool(to) }) });
  try {
    const tables = await source.db.introspection.getTables();
    // The write transaction blocks all other writers of the source.
    return await source.write((reading) =>
      target.transaction().execute((writing) => copyTables(reading, writing, tables, options)),
    );
  } catch (error) {
    throw unusable(error, to);
  } finally {
    await Promise.all([source.close(), target.destroy()]);
  }
}

/** Gives both databases the same tables. */
async function migrateTarget(to: string): Promise<void> {
  await (await openPostgres(to, 1)).close();
}

async function copyTables(
  reading: Queries,
  writing: Write,
  tables: readonly TableMetadata[],
  options: CopyOptions,
): Promise<readonly CopiedTable[]> {
  await sql`select pg_advisory_xact_lock(${sql.raw(WRITE_LOCK)})`.execute(writing);
  await sql`set constraints all deferred`.execute(writing);
  const names = tables.map(({ name }) => name);
  await emptyTarget(writing, names, options);
  const copied: CopiedTable[] = [];
  for (const { name, columns } of tables) {
    copied.push(
      await copyTable(reading, writing, { name, columns: columns.map((one) => one.name) }, options),
    );
  }
  return copied;
}

async function emptyTarget(
  writing: Write,
  names: readonly string[],
  { to, replace }: CopyOptions,
): Promise<void> {
  if (replace) {
    await sql`truncate ${sql.join(names.map((name) => sql.table(name)))} restart identity`.execute(writing);
    return;
  }
  await refuseData(writing, names, to);
}

async function refuseData(target: Queries, names: readonly string[], to: string): Promise<void> {
  for (const name of names) {
    if ((await countOf(target, name)) === 0) continue;
    throw new DatabaseUnusable(
      'not_empty',
      `The database at ${shownAddress(to)} already contains data (in ${name}). Nothing was copied.`,
    );
  }
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

async function copyTable(
  reading: Queries,
  writing: Write,
  { name, columns }: Table,
  { to, progress }: CopyOptions,
): Promise<CopiedTable> {
  const of = await countOf(reading, name);
  const list = sql.join(columns.map((column) => sql.ref(column)));
  for (let rows = 0; rows < of; rows += BATCH_ROWS) {
    const { rows: some } = await sql<object>`select ${list} from ${sql.table(name)}
      order by ${sql.join(keyOf(columns).map((column) => sql.ref(column)))}
      limit ${BATCH_ROWS} offset ${rows}`.execute(reading);
    await sql`insert into ${sql.table(name)} (${list})
      select ${list} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(some)})`.execute(
      writing,
    );
    progress({ table: name, rows: Math.min(of, rows + BATCH_ROWS), of });
  }
  const arrived = await countOf(writing, name);
  if (arrived !== of) {
    throw new DatabaseUnusable(
      'refused',
      `Only ${arrived} of ${of} rows in ${name} arrived at ${shownAddress(to)}. The copy was rolled back. Try again.`,
    );
  }
  const last = columns.includes('seq') ? await lastNumber(reading, name) : 0;
  if (last > 0) {
    await sql`select setval(pg_get_serial_sequence(${name}, 'seq'), ${last})`.execute(writing);
  }
  return { name, rows: of };
}

/** The last number that the source assigned, also if that row was deleted: it must not be assigned again. */
async function lastNumber(reading: Queries, name: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${name}`.execute(
    reading,
  );
  return rows[0]?.seq ?? 0;
}

/** The columns that order a table for reading it in pages. */
function keyOf(columns: readonly string[]): readonly string[] {
  if (columns.includes('seq')) return ['seq'];
  return columns.includes('id') ? ['id'] : columns;
}

async function countOf(db: Queries, name: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`select count(*) as amount from ${sql.table(name)}`.execute(
    db,
  );
  return Number(rows[0]?.amount ?? 0);
}
