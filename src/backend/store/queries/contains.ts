import { type RawBuilder, sql } from 'kysely';

/** Whether a column contains a text, ignoring the case of ASCII letters. */
export function contains(column: string, part: string): RawBuilder<boolean> {
  const small = part.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const pattern = `%${small.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}

/** Whether a column contains a text, case-sensitively. */
export function containsExactly(column: string, part: string): RawBuilder<boolean> {
  return sql<boolean>`replace(${sql.ref(column)}, ${part}, '') != ${sql.ref(column)}`;
}
