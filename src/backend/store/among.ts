import { type RawBuilder, sql } from 'kysely';

/**
 * A list for `where id in …` as one parameter: the statement stays the same however long the list is, so that it is
 * prepared once. Both databases read the names of a JSON object in the same words; of a list they do not.
 */
export function among(values: readonly string[]): RawBuilder<string> {
  return amongNames(namesOf(values));
}

/** The same of what `namesOf` has written already. */
export function amongNames(names: string): RawBuilder<string> {
  return sql`(select key from json_each(${names}))`;
}

/** Rows for `select value ->> 0, … from json_each(…)` as one parameter. Columns that are no texts must be cast. */
export function rowsOf(rows: readonly (readonly unknown[])[]): string {
  return `{${rows.map((row, index) => `"${index}":${JSON.stringify(row)}`).join(',')}}`;
}

/** Written as text at once: an object of a thousand names costs more than the statement that reads them. */
export function namesOf(values: readonly string[]): string {
  return `{${values.map((value) => `${JSON.stringify(value)}:0`).join(',')}}`;
}
