import type { Page } from '../client/page.js';
import { flag, type Options, text, type ValuesOf, whole } from './command.js';
import type { Context } from './context.js';

/** The options of every list: how much of it. */
export const PAGE_OPTIONS = {
  limit: whole('-n, --limit <number>', 'How many at most (default 20)', { min: 1, max: 100 }),
  cursor: text('--cursor <cursor>', 'Go on where another page ended'),
  all: flag('--all', 'All of them, page after page'),
} as const satisfies Options;

type PageOptions = ValuesOf<typeof PAGE_OPTIONS>;

/** What was read of a list. */
export interface Listed<Item> {
  readonly data: readonly Item[];
  /** Null: this was the last of it. */
  readonly nextCursor: string | null;
}

/** What to ask the service for. */
export function pageQuery({ limit, cursor, all }: PageOptions): { limit: number; cursor?: string } {
  return { limit: limit ?? (all ? 100 : 20), ...(cursor !== undefined && { cursor }) };
}

/** The page, or with `--all` everything from it on. */
export async function readPages<Item>(first: Page<Item>, { all }: PageOptions): Promise<Listed<Item>> {
  if (!all) return { data: first.data, nextCursor: first.nextCursor };
  const data: Item[] = [];
  for await (const item of first) data.push(item);
  return { data, nextCursor: null };
}

/** Says beside a list how it goes on. */
export function noteMore({ nextCursor }: Listed<unknown>, { output }: Context): void {
  if (nextCursor !== null) output.note(`There are more: add --all, or --cursor ${nextCursor}`);
}
