import type { Fact, Facts } from '../../answers/render-text.js';
import type { InboxEntry } from './inbox-text.js';

/** Facts that stay in their row even if all rows have the same. */
const ALWAYS_IN_ROW: ReadonlySet<string> = new Set(['n', 'id', 'by', 'from', 'when', 'last', 'rest']);

/** Entries of a list, with what they have in common said once. */
interface ListedEntries {
  /** Facts that hold for every row; undefined if there are none. */
  readonly all: Facts | undefined;
  readonly rows: readonly Facts[];
}

/** Moves the facts that every row of a list has in common out of its rows. */
export function listedEntries(entries: readonly InboxEntry[]): ListedEntries {
  const rows = entries.map(({ row }) => row);
  const [first, ...more] = rows;
  if (first === undefined || more.length === 0) return { all: undefined, rows };
  const common = Object.keys(first).filter(
    (name) =>
      !ALWAYS_IN_ROW.has(name) &&
      isSaid(first[name]) &&
      more.every((row) => JSON.stringify(row[name]) === JSON.stringify(first[name])),
  );
  if (common.length === 0) return { all: undefined, rows };
  const isCommon = ([name]: [string, Fact]): boolean => common.includes(name);
  return {
    all: Object.fromEntries(Object.entries(first).filter(isCommon)),
    rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter((entry) => !isCommon(entry)))),
  };
}

function isSaid(value: Fact): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}
