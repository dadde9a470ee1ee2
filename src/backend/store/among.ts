import { type RawBuilder, sql } from 'kysely';

/**
 * A list for `where id in …` as one parameter: the statement stays the same however long the list is, so that it is
 * prepared once. Both databases read the names of a JSON object in the same words; of a list they do not.
 *
 * The limit is as many as there are: PostgreSQL, which does not look into the text, would think of a hundred, and read
 * all of a table of some thousand rows for one of them.
 */
export function among(values: readonly string[]): RawBuilder<string> {
  return amongNames(namesOf(values), values.length);
}

/** The same of what `namesOf` has written already. */
export function amongNames(names: string, amount: number): RawBuilder<string> {
  return sql`(select key from json_each(${names}) limit ${amount})`;
}

/** Rows as the table `given`: `update … from given(rows)`, with `given.value ->> 0`. Columns that are no texts are cast. */
export function given(rows: readonly (readonly unknown[])[]): RawBuilder<unknown> {
  return sql`(select value from json_each(${rowsOf(rows)}) limit ${rows.length}) as given`;
}

/** Rows for `select value ->> 0, … from json_each(…)` as one parameter. Columns that are no texts must be cast. */
export function rowsOf(rows: readonly (readonly unknown[])[]): string {
  return `{${rows.map((row, index) => `"${index}":${JSON.stringify(row)}`).join(',')}}`;
}

/** Written as text at once: an object of a thousand names costs more than the statement that reads them. */
export function namesOf(values: readonly string[]): string {
  return `{${values.map((value) => `${JSON.stringify(value)}:0`).join(',')}}`;
}
