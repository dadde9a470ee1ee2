import { type RawBuilder, sql } from 'kysely';

/**
 * Rows that one page of a list may scan for a filter without an index, such as a text or a kind. A page therefore
 * costs the same however large the table is. If a scan finds too few rows, the cursor continues after the last
 * scanned row.
 */
export const MAX_SCANNED_ROWS = 10_000;

/** The same for rows that contain whole articles. */
export const MAX_SCANNED_ARTICLES = 500;

/** Rows scanned first: usually enough for a full page. */
const FIRST_SCAN = 500;

/** The matching rows, and how far the scan went. */
export interface Scanned<Row, Place> {
  readonly rows: readonly Row[];
  /** The last scanned row; null: the whole table was scanned. */
  readonly scannedUpTo: Place | null;
}

/** Scans twice the estimated number of rows, because matches are spread unevenly. */
const ESTIMATE_MARGIN = 2;

/**
 * Scans a few rows first. If the page is not full, scans as many as the first scan suggests, and only then the maximum.
 *
 * @param limit rows of a full page
 * @param look scans up to that many rows
 */
export async function boundedScan<Row, Place>(
  limit: number,
  look: (most: number) => Promise<Scanned<Row, Place>>,
): Promise<Scanned<Row, Place>> {
  const isDone = ({ rows, scannedUpTo }: Scanned<Row, Place>) => rows.length >= limit || scannedUpTo === null;
  const near = await look(FIRST_SCAN);
  if (isDone(near)) return near;
  const likely = Math.ceil((FIRST_SCAN * limit * ESTIMATE_MARGIN) / near.rows.length);
  // If the estimate is close to the maximum, or nothing matched, skip this step.
  if (likely <= MAX_SCANNED_ROWS / 2) {
    const further = await look(likely);
    if (isDone(further)) return further;
  }
  return look(MAX_SCANNED_ROWS);
}

/** A query in the order of its index. */
interface Ordered<Row> {
  offset(rows: number): Ordered<Row>;
  limit(rows: number): Ordered<Row>;
  executeTakeFirst(): Promise<Row | undefined>;
}

/**
 * The last row that a scan may reach.
 *
 * @param query the rows after the cursor, in the order of the list
 * @returns null if there are fewer rows: all of them may be scanned
 */
export async function lastScannedRow<Row>(query: Ordered<Row>, most: number): Promise<Row | null> {
  return (
    (await query
      .limit(1)
      .offset(most - 1)
      .executeTakeFirst()) ?? null
  );
}

/**
 * Compares two columns with a position. It also compares the first column alone: from a row comparison PostgreSQL
 * cannot estimate how few rows lie between two positions.
 *
 * @param side `>` or `<` to exclude the position, `>=` or `<=` to include it
 */
export function sideOf(
  [first, second]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
  side: '>' | '<' | '>=' | '<=',
  [one, other]: readonly [number, number | string],
): RawBuilder<boolean> {
  const atLeast = sql.raw(side.startsWith('>') ? '>=' : '<=');
  return sql`((${first}, ${second}) ${sql.raw(side)} (${one}, ${other}) and ${first} ${atLeast} ${one})`;
}

/** The first of several positions in the order of a list. */
export function nearest<Place extends readonly [number, number]>(
  places: readonly (Place | null)[],
  order: 'asc' | 'desc',
): Place | null {
  const sign = order === 'asc' ? 1 : -1;
  const known = places.filter((place) => place !== null);
  return known.sort((one, other) => sign * (one[0] - other[0] || one[1] - other[1]))[0] ?? null;
}
