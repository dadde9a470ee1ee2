import { type RawBuilder, sql } from 'kysely';
import { MAX_PAGE_BYTES } from '../../../contract/lists.js';
import type { Scanned } from './bounded-scan.js';

/** The rows of one page of a list. */
export interface PageRows<Row, Place> {
  readonly rows: readonly Row[];
  /** Where the next page starts; null on the last page. */
  readonly next: Place | null;
  /** The bytes of their content; null: not counted. */
  readonly bytes: number | null;
}

export interface PageLimits<Row, Place> {
  readonly limit: number;
  /** A row's position: where the next page starts if this is the last row. */
  readonly placeOf: (row: Row) => Place;
  /** Omit it if rows are small by their nature. */
  readonly bytesOf?: (row: Row) => number;
  /** Bytes that the rest of the page takes. */
  readonly usedBytes?: number;
}

/**
 * Cuts found rows to a page: at most `limit` rows, and at least one, that together have at most `MAX_PAGE_BYTES`.
 *
 * @param found one row more than `limit`, if there is one
 */
export function pageRows<Row, Place>(
  { rows, scannedUpTo }: Scanned<Row, Place>,
  { limit, placeOf, bytesOf, usedBytes = 0 }: PageLimits<Row, Place>,
): PageRows<Row, Place> {
  let bytes = usedBytes;
  let count = 0;
  for (const row of rows.slice(0, limit)) {
    const more = bytesOf?.(row) ?? 0;
    if (count > 0 && bytes + more > MAX_PAGE_BYTES) break;
    bytes += more;
    count += 1;
  }
  const page = rows.slice(0, count);
  const last = count < rows.length ? page.at(-1) : undefined;
  return {
    rows: page,
    next: last === undefined ? scannedUpTo : placeOf(last),
    bytes: bytesOf ? bytes : null,
  };
}

/** What a row is counted as besides its long columns: names, times, ids. About as many bytes as its JSON has. */
const ROW_BYTES = 800;

/** The bytes of columns. The database knows them without reading the values. */
export function bytesIn(...columns: readonly string[]): RawBuilder<number> {
  const each = columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  return sql`(${sql.join([sql.lit(ROW_BYTES), ...each], sql` + `)})`;
}

/**
 * Reads the rows of a page in its order. Rows that were deleted in the meantime are left out.
 *
 * @param read reads rows by their ids, in any order
 */
export async function readInOrder<Row extends { readonly id: string }>(
  found: readonly { readonly id: string }[],
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const byId = new Map((await read(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
