/** Most rows of a list on one page that shows changes by itself: what is beyond them stands on pages of its own. */
const MOST_ROWS = 300;

/** Most that one question to the API brings. */
const MOST_AT_ONCE = 100;

/** How many rows an address asks for: whole steps, one at least. */
export function rowsIn(query: URLSearchParams, name: string, step: number): number {
  const asked = Number(query.get(name) ?? step);
  const steps = Number.isFinite(asked) ? Math.ceil(asked / step) : 1;
  return Math.min(Math.max(steps, 1), MOST_ROWS / step) * step;
}

/** The next longer list; null: it is as long as one page shows. */
export function moreRows(rows: number, step: number): number | null {
  return rows + step <= MOST_ROWS ? rows + step : null;
}

interface Stretch<Row> {
  readonly data: Row[];
  readonly nextCursor: string | null;
}

/** Reads so many rows of a list, in as many questions as that takes. */
export async function readRows<Row>(
  rows: number,
  cursor: string | undefined,
  read: (asked: { readonly limit: string; readonly cursor: string | undefined }) => Promise<Stretch<Row>>,
): Promise<Stretch<Row>> {
  const data: Row[] = [];
  let next: string | null | undefined = cursor;
  do {
    const limit = String(Math.min(rows - data.length, MOST_AT_ONCE));
    const stretch: Stretch<Row> = await read({ limit, cursor: next });
    data.push(...stretch.data);
    next = stretch.nextCursor;
  } while (next !== null && data.length < rows);
  return { data, nextCursor: next };
}
