import { type Expression, sql } from 'kysely';
import type { Store } from '../store.js';

/** The values of a column, one for each row. */
export type Columns<Row, Column extends keyof Row> = { readonly [Name in Column]: readonly Row[Name][] };

/**
 * Returns the rows of a query as an array for each column; the rows are in any order. They arrive as one row of JSON
 * arrays: drivers take several times as long to build thousands of rows as the databases take to find them.
 *
 * @param query its columns are texts and numbers
 */
export async function readColumns<Row extends object, Column extends keyof Row & string>(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  query: Expression<Row>,
  columns: readonly Column[],
): Promise<Columns<Row, Column>> {
  const arrayOf = (column: Column) =>
    engine === 'postgres'
      ? sql`cast(to_json(array_agg(${sql.ref(column)})) as text)`
      : sql`json_group_array(${sql.ref(column)})`;
  const arrays = sql.join(columns.map((column) => sql`${arrayOf(column)} as ${sql.ref(column)}`));
  const { rows } = await sql<Record<Column, string | null>>`select ${arrays} from ${query} as many`.execute(
    db,
  );
  const read = columns.map((column) => [column, JSON.parse(rows[0]?.[column] ?? '[]')] as const);
  return Object.fromEntries(read) as Columns<Row, Column>;
}
