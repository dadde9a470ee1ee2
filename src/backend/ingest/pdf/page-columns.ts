import { type Extent, extentOf, least, most } from './extent.js';
import { type Run, rowsOf } from './text-runs.js';

/** How long the lines of a column are, in sizes, and the share of them that fill it; cells of a table are shorter. */
const COLUMN = { width: 8, filled: 0.35 };

/** The same if the file has the lines of both columns side by side. */
const COLUMN_IN_ROWS = { width: 14, filled: 0.7 };

/** Each column has at least so many lines, and at most this share of the lines of both crosses the space between. */
const MIN_COLUMN_LINES = 4;
const MAX_CROSSING = 0.5;

/** The share of the lines of a column that begin at its edge. */
const MIN_AT_EDGE = 0.4;

/** The parts of a page are at least this far apart, in sizes. */
const MIN_PART_GAP = 1.9;

/** How often a file goes from one side to the other in a table of two rows. */
const MIN_CHANGES = 3;

/** How many places are tried for the space between two columns. */
const MAX_PLACES = 24;

export interface Piece extends Extent {
  readonly runs: readonly Run[];
}

/** The parts of a row that are further apart than this many sizes, from left to right. */
export function piecesOf(row: readonly Run[], gap: number): readonly Piece[] {
  const pieces: { runs: Run[]; left: number; right: number; size: number }[] = [];
  for (const run of [...row].sort((one, other) => one.left - other.left)) {
    const last = pieces.at(-1);
    // Next to a heading, the text of the other column counts.
    if (last && run.left - last.right < gap * Math.min(run.size, last.size)) {
      last.runs.push(run);
      last.right = Math.max(last.right, run.right);
      last.size = Math.min(last.size, run.size);
    } else pieces.push({ runs: [run], left: run.left, right: run.right, size: run.size });
  }
  return pieces;
}

interface Layout {
  readonly size: number;
  readonly isRightToLeft: boolean;
  readonly depth: number;
}

/** Pieces that are read before others, in this order: what is above columns, each column, and what is below them. */
export function columnsOf(pieces: readonly Piece[], layout: Layout): readonly (readonly Piece[])[] {
  const place = layout.depth > 3 ? null : spaceBetween(pieces, layout);
  if (place === null) return pieces.length === 0 ? [] : [pieces];
  const columns: (readonly Piece[])[] = [];
  let sides: [left: Piece[], right: Piece[]] = [[], []];
  let across: Piece[] = [];
  const flush = (): void => {
    if (across.length > 0) columns.push(across);
    across = [];
    const [first, second] = layout.isRightToLeft ? [sides[1], sides[0]] : sides;
    const isBelow = belowAll(second);
    const below = first.filter(isBelow);
    for (const side of [first.filter((piece) => !isBelow(piece)), second, below]) {
      columns.push(...columnsOf(side, { ...layout, depth: layout.depth + 1 }));
    }
    sides = [[], []];
  };
  const areRows = isWrittenInRows(...sidesOf(pieces, place));
  for (const part of partsOf(pieces, place, layout.size)) {
    const [left, right] = sidesOf(part, place);
    const isTable = !areRows && isWrittenInRows(left, right);
    if (isTable || part.some((piece) => crosses(piece, place))) {
      if (sides.some((side) => side.length > 0)) flush();
      across.push(...part);
    } else {
      if (across.length > 0) flush();
      sides[0].push(...left);
      sides[1].push(...right);
    }
  }
  flush();
  return columns;
}

/** Consecutive pieces that all cross a place or all do not, without a gap as between a text and a table. */
function partsOf(pieces: readonly Piece[], place: number, size: number): readonly (readonly Piece[])[] {
  const parts: Piece[][] = [];
  let last: Piece | null = null;
  for (const piece of pieces) {
    const isSame = last !== null && crosses(last, place) === crosses(piece, place);
    const gap = (last?.runs[0]?.base ?? 0) - (piece.runs[0]?.base ?? 0);
    const part = isSame && gap < size * MIN_PART_GAP ? parts.at(-1) : undefined;
    if (part === undefined) parts.push([piece]);
    else part.push(piece);
    last = piece;
  }
  return parts;
}

/** What is below a column and also comes after it in the file, such as a short line below two columns. */
function belowAll(column: readonly Piece[]): (piece: Piece) => boolean {
  const runs = column.flatMap((piece) => piece.runs);
  const lowest = least(runs.map(({ base }) => base));
  const last = most(runs.map(({ order }) => order));
  return (piece) => runs.length > 0 && piece.runs.every(({ base, order }) => base < lowest && order > last);
}

function sidesOf(pieces: readonly Piece[], place: number): readonly [left: Piece[], right: Piece[]] {
  return [pieces.filter((piece) => piece.right <= place), pieces.filter((piece) => piece.left >= place)];
}

function crosses({ left, right }: Piece, place: number): boolean {
  return left < place && right > place;
}

/** Where the space between two columns is: next to where many of their lines begin or end. */
function spaceBetween(pieces: readonly Piece[], { size, isRightToLeft }: Layout): number | null {
  if (pieces.length < MIN_COLUMN_LINES * 2) return null;
  const counts = new Map<number, number>();
  for (const { left, right } of pieces) {
    for (const place of [left - size * 0.3, right + size * 0.3]) {
      const near = Math.round(place / (size / 2)) * (size / 2);
      counts.set(near, (counts.get(near) ?? 0) + 1);
    }
  }
  const places = [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_PLACES);
  let best: { place: number; crossing: number } | null = null;
  for (const [place] of places) {
    const [left, right] = sidesOf(pieces, place);
    const crossing = pieces.length - left.length - right.length;
    if (crossing > pieces.length * MAX_CROSSING || (best !== null && best.crossing <= crossing)) continue;
    const [one, other] = [rowExtents(left), rowExtents(right)];
    const needed = isWrittenInRows(left, right) ? COLUMN_IN_ROWS : COLUMN;
    if (!isColumn(one, size, needed) || !isColumn(other, size, needed)) continue;
    const starts = isRightToLeft ? one.map((row) => -row.right) : other.map((row) => row.left);
    if (isAligned(starts, size) && besides(left, right)) best = { place, crossing };
  }
  return best?.place ?? null;
}

/** Whether enough lines fill most of the width of their column, as text does. */
function isColumn(rows: readonly Extent[], size: number, { width, filled }: typeof COLUMN): boolean {
  if (rows.length < MIN_COLUMN_LINES) return false;
  const all = extentOf(rows);
  const full = Math.max(size * width, (all.right - all.left) * 0.6);
  return rows.filter(({ left, right }) => right - left >= full).length >= rows.length * filled;
}

/** Whether the file has what is side by side together, as in a table: it goes from one side to the other at each line. */
function isWrittenInRows(left: readonly Piece[], right: readonly Piece[]): boolean {
  const sides = [
    ...left.map(({ runs }) => [runs, 0] as const),
    ...right.map(({ runs }) => [runs, 1] as const),
  ]
    .map(([runs, side]) => [least(runs.map(({ order }) => order)), side] as const)
    .sort(([one], [other]) => one - other)
    .map(([, side]) => side);
  const changes = sides.filter((side, index) => index > 0 && side !== sides[index - 1]).length;
  return changes >= MIN_CHANGES && changes > Math.min(left.length, right.length) / 2;
}

/** Whole lines: the words of a justified one can be as far apart as pieces are. */
function rowExtents(pieces: readonly Piece[]): readonly Extent[] {
  return rowsOf(pieces.flatMap(({ runs }) => runs)).map(extentOf);
}

/** Whether many lines begin at the edge. Between the words of justified lines, there is no edge. */
function isAligned(starts: readonly number[], size: number): boolean {
  const edge = least(starts);
  return starts.filter((start) => start - edge < size).length >= starts.length * MIN_AT_EDGE;
}

/** Whether both are on the same part of the page, not one below the other. */
function besides(left: readonly Piece[], right: readonly Piece[]): boolean {
  const bases = (some: readonly Piece[]): number[] => some.flatMap(({ runs }) => runs[0]?.base ?? []);
  const [one, other] = [bases(left), bases(right)];
  const shared = Math.min(most(one), most(other)) - Math.max(least(one), least(other));
  return shared > Math.min(most(one) - least(one), most(other) - least(other)) / 2;
}
