import { type RawBuilder, sql } from 'kysely';

/**
 * A list for `where id in …` as one parameter, so that one prepared statement serves lists of any length. It is a JSON
 * object because both databases read the keys of an object with the same SQL, but not the items of an array.
 *
 * The explicit limit gives PostgreSQL's planner the row count. Without it the planner assumes 100 rows and scans the
 * whole table for a single id.
 */
export function inList(values: readonly string[]): RawBuilder<string> {
  return inListOf(jsonKeys(values), values.length);
}

/** The same for whole numbers. */
export function inNumbers(values: readonly number[]): RawBuilder<number> {
  return sql`(select cast(key as bigint) from json_each(${jsonKeys(values.map(String))}) limit ${values.length})`;
}

/** The same for a list that `jsonKeys` has already serialized. */
export function inListOf(names: string, amount: number): RawBuilder<string> {
  return sql`(select key from json_each(${names}) limit ${amount})`;
}

/** Rows as a table named `input_rows`, with columns `input_rows.value ->> 0` and so on. Cast columns that are not text. */
export function valuesTable(rows: readonly (readonly unknown[])[]): RawBuilder<unknown> {
  return sql`(select value from json_each(${jsonRows(rows)}) limit ${rows.length}) as input_rows`;
}

/** Rows for `select value ->> 0, … from json_each(…)`, as one parameter. Cast columns that are not text. */
export function jsonRows(rows: readonly (readonly unknown[])[]): string {
  return `{${rows.map((row, index) => `"${index}":${JSON.stringify(row)}`).join(',')}}`;
}

/** Builds the JSON text directly: an object with a thousand keys costs more than the statement that reads it. */
export function jsonKeys(values: readonly string[]): string {
  return `{${values.map((value) => `${JSON.stringify(value)}:0`).join(',')}}`;
}
