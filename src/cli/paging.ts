import type { Page } from '../client/page.js';
import { flag, type Options, text, type ValuesOf, whole } from './command.js';
import type { Context } from './context.js';

/** The paging options of every list. */
export const PAGE_OPTIONS = {
  limit: whole('-n, --limit <number>', 'Maximum number of results (default 20)', { min: 1, max: 100 }),
  cursor: text('--cursor <cursor>', 'Continue after a previous page'),
  all: flag('--all', 'Fetch all pages'),
} as const satisfies Options;

type PageOptions = ValuesOf<typeof PAGE_OPTIONS>;

/** One page of a list, or all of it. */
export interface Listed<Item> {
  readonly data: readonly Item[];
  /** Null after the last page. */
  readonly nextCursor: string | null;
}

/** The paging parameters of the request. */
export function pageQuery({ limit, cursor, all }: PageOptions): { limit: number; cursor?: string } {
  return { limit: limit ?? (all ? 100 : 20), ...(cursor !== undefined && { cursor }) };
}

/** The first page, or with `--all` every page. */
export async function readPages<Item>(first: Page<Item>, { all }: PageOptions): Promise<Listed<Item>> {
  if (!all) return { data: first.data, nextCursor: first.nextCursor };
  const data: Item[] = [];
  for await (const item of first) data.push(item);
  return { data, nextCursor: null };
}

/** Notes how to get the rest of a list. */
export function noteMore({ nextCursor }: Listed<unknown>, { output }: Context): void {
  if (nextCursor !== null) output.note(`More results: add --all, or --cursor ${nextCursor}`);
}
