import { sql } from 'kysely';
import type { Store, Write } from '../../store/store.js';

/** The rows of one table, with values as stored. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

const OWNED = {
  embedded: sql<{ readonly name: string }>`
    select tables.name from sqlite_schema as tables
    join pragma_table_info(tables.name) as columns on columns.name = 'workspace_id'
    where tables.type = 'table' order by tables.name`,
  postgres: sql<{ readonly name: string }>`
    select columns.table_name as name from information_schema.columns as columns
    join information_schema.tables as tables using (table_schema, table_name)
    where columns.table_schema = current_schema() and columns.column_name = 'workspace_id'
      and tables.table_type = 'BASE TABLE' order by name`,
};

/** The names of all tables that hold rows of a workspace. */
export async function ownedTables({ db, engine }: Store): Promise<readonly string[]> {
  const { rows } = await OWNED[engine].execute(db);
  return rows.map(({ name }) => name);
}

/** Defers foreign key checks to the end of the transaction. */
export async function deferForeignKeys(trx: Write, engine: Store['engine']): Promise<void> {
  const late =
    engine === 'postgres' ? sql`set constraints all deferred` : sql`pragma defer_foreign_keys = on`;
  await late.execute(trx);
}

/** @returns how many rows were deleted */
export async function deleteRows(trx: Write, table: string, workspaceId: string): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

export async function readRows(trx: Write, table: string, workspaceId: string): Promise<Rows> {
  const { rows } = await sql<
    Rows[number]
  >`select * from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(trx);
  return rows;
}

export async function insertRows(trx: Write, table: string, rows: Rows): Promise<void> {
  for (const row of rows) {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    const values = sql.join(Object.values(row));
    await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(trx);
  }
}

/** Deletes a workspace's idempotency records, which belong to it through their API keys. */
export async function deleteIdempotencyRecords(trx: Write, workspaceId: string): Promise<void> {
  await trx
    .deleteFrom('idempotency')
    .where('api_key_id', 'in', (query) =>
      query.selectFrom('api_keys').select('id').where('workspace_id', '=', workspaceId),
    )
    .execute();
}

/** Reads a workspace's idempotency records. */
export function readIdempotencyRecords(trx: Write, workspaceId: string): Promise<Rows> {
  return trx
    .selectFrom('idempotency')
    .selectAll()
    .where('api_key_id', 'in', (query) =>
      query.selectFrom('api_keys').select('id').where('workspace_id', '=', workspaceId),
    )
    .execute();
}

/** Reads the accounts of a workspace's schedules. Deleting a schedule deletes its rows. */
export function readScheduleAccounts(trx: Write, workspaceId: string): Promise<Rows> {
  return trx
    .selectFrom('schedule_accounts')
    .selectAll()
    .where('schedule_id', 'in', (query) =>
      query.selectFrom('schedules').select('id').where('workspace_id', '=', workspaceId),
    )
    .execute();
}
