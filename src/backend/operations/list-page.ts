import { MAX_PAGE_BYTES } from '../../contract/lists.js';
import { type PageRows, pageRows } from '../store/queries/page-rows.js';
import { writeCursor } from './cursor.js';

/** Bytes of an answer beside its items: cursors, times. */
const ENVELOPE_BYTES = 2_000;

/** JSON writes a byte as at most six: a control character as `\u0001`. */
const MAX_ESCAPED = 6;

export interface ListPage<Item> {
  readonly data: Item[];
  readonly nextCursor: string | null;
}

/**
 * The page of a list as the API returns it: its items as JSON have at most `MAX_PAGE_BYTES`, or it is a single item.
 *
 * @param list identifies the list, as for `writeCursor`
 * @param items one for each row
 */
export function listPage<Row, Item, Place extends readonly (string | number)[]>(
  list: readonly unknown[],
  page: PageRows<Row, Place>,
  placeOf: (row: Row) => Place,
  items: readonly Item[],
): ListPage<Item> {
  const { rows, next } = fittingItems(page, placeOf, items);
  return { data: rows.map(({ item }) => item), nextCursor: next && writeCursor(list, next) };
}

export const bytesOfJson = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * The leading rows of a page whose items fit into an answer, each with its item.
 *
 * @param usedBytes what the answer has besides its items
 */
export function fittingItems<Row, Item, Place>(
  page: PageRows<Row, Place>,
  placeOf: (row: Row) => Place,
  items: readonly Item[],
  usedBytes = 0,
): PageRows<{ readonly row: Row; readonly item: Item }, Place> {
  const rows = page.rows.flatMap((row, index) => {
    const item = items[index];
    return item === undefined ? [] : [{ row, item }];
  });
  // Most pages are small. Writing each item to measure it takes as long as writing the answer.
  if (page.bytes !== null && page.bytes * MAX_ESCAPED + usedBytes <= MAX_PAGE_BYTES) return { ...page, rows };
  return pageRows(
    { rows, scannedUpTo: page.next },
    {
      limit: rows.length,
      placeOf: ({ row }) => placeOf(row),
      bytesOf: ({ item }) => bytesOfJson(item) + 1,
      usedBytes: usedBytes + ENVELOPE_BYTES,
    },
  );
}
