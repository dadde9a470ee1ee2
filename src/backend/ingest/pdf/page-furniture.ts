import { least, most } from './extent.js';
import type { PdfLine } from './page-lines.js';

/** How many rows at the top and at the bottom of a page can be furniture. */
const MAX_ROWS = 2;

/** The same line in the same place on so many pages is furniture. */
const MIN_PAGES = 2;

/** Lines in the same place on two pages differ by less than this, in points. */
const SAME_PLACE = 4;

const NUMBER = '(?:\\p{Nd}{1,4}|[ivxlc]{1,7})';
const PAGE_NUMBER = new RegExp(
  `^(?:[\\p{L}.]{1,10} )?[-–—|(]? ?${NUMBER}(?: ?(?:/|[\\p{L}]{1,4}) ?${NUMBER})? ?[-–—|)]?$`,
  'iu',
);
/** Of a word and a number, only these are the number of a page: a heading can be `Chapter 3`. */
const PAGE_WORD =
  /^(?:p|pp|pg|page|seite|s|página|pagina|pág|pag|стр|страница|σελίδα|σελ|sayfa|strona|str|sida|side|sivu|صفحة)\.? /iu;

/** Removes what repeats at the edges of the pages: headers, footers, and page numbers. */
export function withoutFurniture(pages: readonly (readonly PdfLine[])[]): readonly (readonly PdfLine[])[] {
  const edges = pages.map((lines) => edgesOf(lines, MAX_ROWS));
  const counts = new Map<string, number>();
  for (const lines of edges) {
    for (const key of new Set(lines.flatMap(keysOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return pages.map((lines, index) => {
    const repeated = edges[index]?.filter((line) =>
      keysOf(line).some((key) => (counts.get(key) ?? 0) >= MIN_PAGES),
    );
    const numbers = edgesOf(lines, 1).filter(isPageNumber);
    const furniture = new Set([...(repeated ?? []), ...numbers]);
    return lines.filter((line) => !furniture.has(line));
  });
}

/** The lines in the first and last rows, unless they are most of the page. */
function edgesOf(lines: readonly PdfLine[], max: number): readonly PdfLine[] {
  const bases = [...new Set(lines.map(({ base }) => Math.round(base)))].sort((one, other) => other - one);
  const rows = Math.min(max, Math.ceil(bases.length / 3));
  const top = least(bases.slice(0, rows));
  const bottom = most(bases.slice(-rows));
  return lines.filter(({ base }) => Math.round(base) >= top || Math.round(base) <= bottom);
}

/** What a line says, and where. Near the border between two places, it is in both. */
function keysOf({ cells, base }: PdfLine): readonly string[] {
  const text = cells.join(' ').replace(/\p{Nd}+/gu, '#');
  const place = Math.floor(base / SAME_PLACE);
  return [place, place + 1].map((at) => `${at} ${text}`);
}

function isPageNumber({ cells }: PdfLine): boolean {
  const text = cells.join(' ');
  if (!PAGE_NUMBER.test(text) || !/\p{Nd}|^[ivxlc]+$/iu.test(text)) return false;
  return !/^[\p{L}.]+ /u.test(text) || PAGE_WORD.test(text);
}
