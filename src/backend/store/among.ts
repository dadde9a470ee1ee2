import { type RawBuilder, sql } from 'kysely';

/**
 * A list for `where id in …` as one parameter: the statement stays the same however long the list is, so that it is
 * prepared once.
 */
export function among(values: readonly string[]): RawBuilder<string> {
  return sql`(select value from json_each(${JSON.stringify(values)}))`;
}
