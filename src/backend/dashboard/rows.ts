import { MAX_PAGE_BYTES } from '../../contract/lists.js';
import { bytesOfJson } from '../operations/list-page.js';

/** Rows of one live list. Later rows are on pages of their own. */
const MAX_ROWS = 300;

/** The API’s maximum page size. */
const MAX_PER_CALL = 100;

/** How many rows to show, from the address: a multiple of `step`. */
export function rowCount(query: URLSearchParams, name: string, step: number): number {
  const asked = Number(query.get(name) ?? step);
  const steps = Number.isFinite(asked) ? Math.ceil(asked / step) : 1;
  return Math.min(Math.max(steps, 1), MAX_ROWS / step) * step;
}

/**
 * The row count after “Show more”; null if the list has its maximum length.
 *
 * @param shown rows that were read: fewer if they are long
 */
export function nextRowCount(rows: number, step: number, shown: number): number | null {
  return shown >= rows && rows + step <= MAX_ROWS ? rows + step : null;
}

interface RowPage<Row> {
  readonly data: Row[];
  readonly nextCursor: string | null;
}

/**
 * Reads that many rows, in as many API calls as needed. It ends early once the rows have as many bytes as a page of the
 * API may have.
 */
export async function readRows<Row>(
  rows: number,
  cursor: string | undefined,
  read: (query: { readonly limit: string; readonly cursor: string | undefined }) => Promise<RowPage<Row>>,
): Promise<RowPage<Row>> {
  const data: Row[] = [];
  let bytes = 0;
  let next: string | null | undefined = cursor;
  do {
    const limit = String(Math.min(rows - data.length, MAX_PER_CALL));
    const page: RowPage<Row> = await read({ limit, cursor: next });
    data.push(...page.data);
    bytes += bytesOfJson(page.data);
    next = page.nextCursor;
  } while (next !== null && data.length < rows && bytes < MAX_PAGE_BYTES);
  return { data, nextCursor: next };
}
