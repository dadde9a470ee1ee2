import { fittingRows } from '../../answers/answer.js';
import type { Facts } from '../../answers/render-text.js';

/** A page of a list that fits into one answer. */
export interface FittingPage<Page> {
  readonly page: Page;
  readonly rows: readonly Facts[];
  /** A note if fewer entries fit than requested. */
  readonly shortened: string;
}

/**
 * Fetches a page, and fetches it again with a lower limit if it does not fit: its cursor then points to the rest.
 *
 * @param limit the requested number of entries
 * @param rowsOf one row per entry
 * @param forTheRest bytes that the rest of the answer needs, if many
 */
export async function fittingPage<Page>(
  limit: number,
  ask: (limit: number) => Promise<Page>,
  rowsOf: (page: Page) => readonly Facts[],
  forTheRest?: number,
): Promise<FittingPage<Page>> {
  const first = await ask(limit);
  const all = rowsOf(first);
  const fitting = fittingRows(all, forTheRest);
  if (fitting >= all.length) return { page: first, rows: all, shortened: '' };
  const page = await ask(Math.max(1, fitting));
  const rows = rowsOf(page);
  return {
    page,
    rows,
    shortened: ` Only ${rows.length} of the requested ${limit} fit into one answer.`,
  };
}

/** How to get the rest of a list, if there is any. */
export function restOf(nextCursor: string | null): string | undefined {
  return nextCursor === null ? undefined : `Repeat the call with cursor "${nextCursor}" for the rest`;
}

/** The message for an empty page: nothing matches, or the scan stopped before the end. */
export function noneOf(things: string, nextCursor: string | null): string {
  return nextCursor === null
    ? `No ${things} match.`
    : `No ${things} match so far; the search has not reached the end.`;
}
