import { type RawBuilder, sql } from 'kysely';
import { inList } from '../../store/queries/in-list.js';
import type { Queries } from '../../store/store.js';

/** Length of an excerpt, in characters. */
const EXCERPT_LENGTH = 80;

/** Characters that are read for an excerpt: it shows runs of spaces and lines as one space. */
const READ_LENGTH = 1_000;

/** The part of a long text column that an excerpt needs. */
export function readForExcerpt(column: string): RawBuilder<string> {
  return sql`substr(${sql.ref(column)}, 1, ${sql.lit(READ_LENGTH)})`;
}

/** The beginning of a text on one line, from what `readForExcerpt` returns. */
export function excerptOf(read: string): string {
  return onOneLine(read, Array.from(read).length >= READ_LENGTH);
}

/** @param goesOn there is more text than this */
function onOneLine(read: string, goesOn: boolean): string {
  const letters = Array.from(read.replace(/\s+/gu, ' ').trim());
  if (letters.length <= EXCERPT_LENGTH && !goesOn) return letters.join('');
  return `${letters.slice(0, EXCERPT_LENGTH - 1).join('')}…`;
}

/** The excerpts of what targets publish, by target id. */
export async function excerptsOf(
  db: Queries,
  targetIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (targetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('targets')
    .select(['id', readForExcerpt('content_json').as('begin')])
    .where('id', 'in', inList(targetIds))
    .execute();
  return new Map(rows.map(({ id, begin }) => [id, excerptOfContent(begin)]));
}

/** @param begin the beginning of a target's content, which is JSON whose first member is `text` */
function excerptOfContent(begin: string): string {
  const [, text = '', end] = /^\{"text":"((?:[^"\\]|\\(?:u[\da-f]{4}|[^u]))*)("?)/u.exec(begin) ?? [];
  return onOneLine(JSON.parse(`"${text}"`), end === '');
}
