import { Kysely, PostgresDialect, sql, type TableMetadata } from 'kysely';
import pg from 'pg';
import type { Tables } from '../schema.js';
import { openStore, type Queries, type Write } from '../store.js';
import { DatabaseUnusable, shownAddress, unusable } from './database-unusable.js';
import { WRITE_LOCK } from './locks.js';
import { openPostgres } from './open-postgres.js';
import { connectionTo } from './pool.js';

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

/**
 * Copies the embedded database to PostgreSQL in one transaction: everything arrives, verified by row counts, or
 * nothing does. Both databases are locked against writes meanwhile.
 *
 * @throws DatabaseUnusable `not_empty` if the target holds data and `replace` is false
 */
export async function copyStore(options: CopyOptions): Promise<readonly CopiedTable[]> {
  const { from, to } = options;
  // Migrates the target, so that both have the same tables.
  await (await openPostgres(to, 1)).close();
  const source = openStore(from);
  const pool = new pg.Pool({ ...connectionTo(to), max: 1 });
  pool.on('connect', (client) => client.on('error', () => undefined));
  const target = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
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
  for (const name of names) {
    if ((await countOf(writing, name)) === 0) continue;
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
  // Continue the sequence after the last number.
  if (columns.includes('seq') && of > 0) {
    await sql`select setval(pg_get_serial_sequence(${name}, 'seq'), (select max(seq) from ${sql.table(name)}))`.execute(
      writing,
    );
  }
  return { name, rows: of };
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
