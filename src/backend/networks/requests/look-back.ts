import * as z from 'zod';

/** Pages that one look reads: it holds up other work of the account. */
const MAX_PAGES = 5;
/** Pages that looks in a row read before they give up: 100,000 entries have 2,500 pages of 40. */
const MAX_PAGES_BEHIND = 5000;
/** Notifications may arrive out of order by this many milliseconds. */
const OUT_OF_ORDER_MS = 60_000;

/** One thing in a list of what an account has received. */
interface Entry {
  readonly id: string;
  /** Epoch milliseconds; null: not readable. */
  readonly at: number | null;
  /** It is new. */
  take(): void;
}

interface EntryPage {
  /** Newest first. */
  readonly entries: readonly Entry[];
  /** Where the next page begins; null: this is the last. */
  readonly next: string | null;
}

const Mark = z.object({ ids: z.array(z.string()), at: z.number().nullable() });
type Mark = z.infer<typeof Mark>;

const Under = z.object({
  top: Mark,
  /** Where the next look continues. */
  page: z.string(),
  /** Pages that were read so far. Places stored by older versions have no counter. */
  pages: z.number().default(0),
  /** An earlier page, with which a circle of pages is recognized. */
  anchor: z.string().nullable().default(null),
});

/** How far the list was read: `seen` was met or is to be met, and `top` becomes it when all in between was read. */
const Place = z.object({ seen: Mark.nullable(), under: Under.nullable() });

const BEGIN: z.infer<typeof Place> = { seen: null, under: null };

/**
 * Reads a list of what an account has received back to where the last look began. The first look reads one page. A list
 * that is longer than one look reads is continued by the next.
 *
 * @param cursor what the last look returned
 * @throws what `read` throws
 */
export async function lookBack(
  cursor: string | null,
  read: (page: string | null) => Promise<EntryPage>,
): Promise<{ readonly next: string; readonly more: boolean }> {
  const { seen, under } = cursor === null ? BEGIN : Place.parse(JSON.parse(cursor));
  let top = under?.top ?? null;
  let page = under?.page ?? null;
  let anchor = under?.anchor ?? null;
  let pages = under?.pages ?? 0;
  const taken = new Set<string>();
  for (let reads = 0; reads < MAX_PAGES; reads += 1) {
    const { entries, next } = await read(page);
    pages += 1;
    // A server that ignores where to begin repeats its first page, under whatever cursor it names.
    const isFirstAgain = pages > 1 && entries.length > 0 && entries.every(({ id }) => top?.ids.includes(id));
    top ??= markOf(entries);
    let met = false;
    for (const entry of entries) {
      if (seen?.ids.includes(entry.id) || isBefore(entry, seen)) {
        met = true;
        if (isBefore(entry, seen)) break;
        continue;
      }
      if (taken.has(entry.id)) continue;
      taken.add(entry.id);
      entry.take();
    }
    const isEnd = next === null || next === page || next === anchor || isFirstAgain;
    if (met || seen === null || isEnd || pages >= MAX_PAGES_BEHIND) {
      const mark = top.ids.length > 0 ? top : (seen ?? top);
      return { next: JSON.stringify({ seen: mark, under: null }), more: false };
    }
    // Brent's algorithm: an anchor that moves at powers of two is met again in every circle.
    if ((pages & (pages - 1)) === 0) anchor = next;
    page = next;
  }
  const place =
    page === null || top === null ? { seen, under } : { seen, under: { top, page, pages, anchor } };
  return { next: JSON.stringify(place), more: true };
}

/** Null: there is nothing yet; what comes next is all new. */
function markOf(entries: readonly Entry[]): Mark {
  const times = entries.flatMap(({ at }) => at ?? []);
  return { ids: entries.map(({ id }) => id), at: times.length === 0 ? null : Math.max(...times) };
}

/** It is older than everything that came after the last look. */
function isBefore({ at }: Entry, seen: Mark | null): boolean {
  return seen !== null && seen.at !== null && at !== null && at < seen.at - OUT_OF_ORDER_MS;
}
