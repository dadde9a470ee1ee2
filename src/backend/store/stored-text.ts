import { type RawBuilder, sql } from 'kysely';

/** Marks a text that is stored as JSON. U+FFFF is not a character. */
const JSON_MARK = '\uFFFF';

/** A text as stored. The driver truncates at the first NUL, so a text with NUL is stored as JSON, which escapes it. */
export function toStoredText(text: string): string {
  return text.includes('\0') || text.startsWith(JSON_MARK) ? `${JSON_MARK}${JSON.stringify(text)}` : text;
}

/** Reverses `toStoredText`. */
export function fromStoredText(kept: string): string {
  return kept.startsWith(JSON_MARK) ? String(JSON.parse(kept.slice(1))) : kept;
}

/** The first characters of a column with stored texts. A text that is stored as JSON is read whole. */
export function beginOfStored(column: string, characters: number): RawBuilder<string> {
  const text = sql.ref(column);
  return sql`case when substr(${text}, 1, 1) = ${JSON_MARK} then ${text}
    else substr(${text}, 1, ${sql.lit(characters)}) end`;
}
