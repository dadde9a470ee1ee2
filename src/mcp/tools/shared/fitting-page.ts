import { fittingRows } from '../../answers/answer.js';
import type { Facts } from '../../answers/render-text.js';

/** A page of a list, as far as it fits into one answer. */
export interface FittingPage<Page> {
  readonly page: Page;
  readonly rows: readonly Facts[];
  /** Said where fewer fit than were asked for. */
  readonly shortened: string;
}

/**
 * A page that is too long is asked for again, shorter: its cursor then leads to what was left out.
 *
 * @param limit how many entries are asked for
 * @param rowsOf one row for each entry of a page
 * @param forTheRest bytes that the answer needs besides, where that is much
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
    shortened: ` ${rows.length} of the ${limit} asked for fit into one answer.`,
  };
}

/** How the rest of a list is asked for; undefined where there is none. */
export function restOf(nextCursor: string | null): string | undefined {
  return nextCursor === null ? undefined : `The same call with cursor "${nextCursor}" for the rest`;
}

/** Where a page holds nothing: there is none, or not everything was looked through for what fits. */
export function noneOf(things: string, nextCursor: string | null): string {
  return nextCursor === null
    ? `No ${things} match.`
    : `No ${things} match so far: not all were looked through.`;
}
