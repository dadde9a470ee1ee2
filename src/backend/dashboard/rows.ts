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

/** The row count after “Show more”; null if the list has its maximum length. */
export function nextRowCount(rows: number, step: number): number | null {
  return rows + step <= MAX_ROWS ? rows + step : null;
}

interface RowPage<Row> {
  readonly data: Row[];
  readonly nextCursor: string | null;
}

/** Reads that many rows, in as many API calls as needed. */
export async function readRows<Row>(
  rows: number,
  cursor: string | undefined,
  read: (query: { readonly limit: string; readonly cursor: string | undefined }) => Promise<RowPage<Row>>,
): Promise<RowPage<Row>> {
  const data: Row[] = [];
  let next: string | null | undefined = cursor;
  do {
    const limit = String(Math.min(rows - data.length, MAX_PER_CALL));
    const page: RowPage<Row> = await read({ limit, cursor: next });
    data.push(...page.data);
    next = page.nextCursor;
  } while (next !== null && data.length < rows);
  return { data, nextCursor: next };
}
