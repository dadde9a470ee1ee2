import { endsDense, startsDense } from './dense-scripts.js';
import { extentOf, median, most } from './extent.js';
import type { PdfItem } from './open-pdf.js';
import { columnsOf, piecesOf } from './page-columns.js';
import { type Run, rowsOf, uprightRuns } from './text-runs.js';

/** A line of text on a page, or the part of one in its column. Lengths are in points. */
export interface PdfLine {
  /** Its text, or the text of each of its cells. */
  readonly cells: readonly string[];
  /** Where the cells begin and end. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** How far from the start of its page’s width it begins and ends, in the direction in which it is read. */
  readonly start: number;
  readonly end: number;
  /** The height of its baseline above the bottom of the page. */
  readonly base: number;
  /** The size of its font. */
  readonly size: number;
  /** Its font, if all of it has the same. */
  readonly font: string | null;
  /** Whether all of its letters have the same width. */
  readonly isCode: boolean;
  /** Its column; the columns of all pages are numbered. */
  readonly column: Column;
}

interface Column {
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

/** Runs on the same line are further apart than words where there is a gap of this many sizes. */
const MIN_GAP = 0.9;

/** Cells of a table are at least this far apart. */
const MIN_CELL_GAP = 1.6;

/** A smaller gap between runs is none between words. */
const MIN_SPACE = 0.12;

const MIN_DENSE_SPACE = 0.6;

/** The lines of a page in the order in which a person reads them. */
export function pageLines(items: readonly PdfItem[], page: number): readonly PdfLine[] {
  const runs = uprightRuns(items);
  if (runs.length === 0) return [];
  const size = median(runs.map((run) => run.size));
  const letters = (some: readonly Run[]): number => some.reduce((sum, { text }) => sum + text.length, 0);
  const isRightToLeft = letters(runs.filter((run) => run.rightToLeft)) > letters(runs) / 2;
  const pieces = rowsOf(runs).flatMap((row) => piecesOf(row, MIN_GAP));
  return columnsOf(pieces, { size, isRightToLeft, depth: 0 }).flatMap((column) => {
    const { left, right } = extentOf(column);
    const place = { page, start: isRightToLeft ? -right : left, end: isRightToLeft ? -left : right };
    return rowsOf(column.flatMap((piece) => piece.runs)).map((row) => lineOf(row, place, isRightToLeft));
  });
}

function lineOf(row: readonly Run[], column: Column, isRightToLeft: boolean): PdfLine {
  const pieces = [...piecesOf(row, MIN_CELL_GAP)];
  if (isRightToLeft) pieces.reverse();
  const { left, right } = extentOf(row);
  const size = most(row.map((run) => run.size));
  const [font = null, ...others] = new Set(row.map((run) => run.font));
  return {
    cells: pieces.map(({ runs }) => joinedRuns(runs, isRightToLeft)),
    starts: pieces.map((piece) => (isRightToLeft ? -piece.right : piece.left)),
    ends: pieces.map((piece) => (isRightToLeft ? -piece.left : piece.right)),
    start: isRightToLeft ? -right : left,
    end: isRightToLeft ? -left : right,
    base: row.find((run) => run.size === size)?.base ?? 0,
    size,
    font: others.length === 0 ? font : null,
    isCode: row.every((run) => run.isCode),
    column,
  };
}

/** The runs of a line in the order in which they are read, with the spaces between words. */
function joinedRuns(sorted: readonly Run[], isRightToLeft: boolean): string {
  const runs = isRightToLeft ? rightToLeft(sorted) : sorted;
  const texts: string[] = [];
  let last: Run | null = null;
  for (const run of runs) {
    const gap = last === null ? 0 : Math.max(run.left - last.right, last.left - run.right);
    const isDense = last !== null && endsDense(last.text) && startsDense(run.text);
    if (gap > (isDense ? MIN_DENSE_SPACE : MIN_SPACE) * run.size) texts.push(' ');
    texts.push(run.text);
    last = run;
  }
  return texts.join('').replace(/\s+/g, ' ').trim();
}

/** From the right to the left, except for words and numbers that are written the other way. */
function rightToLeft(sorted: readonly Run[]): readonly Run[] {
  const ordered: Run[] = [];
  let forwards: Run[] = [];
  for (const run of sorted.toReversed()) {
    if (run.rightToLeft) {
      ordered.push(...forwards.reverse(), run);
      forwards = [];
    } else forwards.push(run);
  }
  return [...ordered, ...forwards.reverse()];
}
