import { type Block, paragraphOf } from '../dom-text.js';
import { SIMPLE, type TextForm } from '../text-form.js';
import { endsDense, startsDense } from './dense-scripts.js';
import { least } from './extent.js';
import type { PdfLine } from './page-lines.js';

/** A line further below the one before it than this, in sizes of its font, begins a paragraph. */
const MAX_LEADING = 1.75;

/** Letters of another size begin a paragraph, and larger ones than most of the text are a heading. */
const MAX_SIZE_CHANGE = 1.13;

/** A line that begins further in than this, in sizes, begins a paragraph. */
const MIN_INDENT = 0.8;

/** A line that ends before this share of its column is the last one of its paragraph, if it ends a sentence. */
const MIN_FULL = 0.85;

/** A longer text is no heading. In characters. */
const MAX_HEADING = 200;
const MAX_FONT_HEADING = 90;

const MAX_CODE_INDENT = 40;

const SENTENCE_END = /[.!?:;。！？；：؟।…]["”»’)\]]?$/u;
const BULLET = /^[•‣▪●○■□◦·–—*-] /u;
const NUMBERED = /^(?:\(?(\d{1,3})[.)]) /u;

type Kind = 'text' | 'item' | 'row' | 'code';

/** The dots between a heading and its page in a table of contents. */
const LEADER = /(?: ?[.·…]){4,} ?/gu;

interface Group {
  readonly kind: Kind;
  readonly lines: PdfLine[];
}

/** The lines of a document as paragraphs, headings, lists and tables. */
export function lineBlocks(lines: readonly PdfLine[], form: TextForm): readonly Block[] {
  const usual = usualOf(lines);
  const groups = groupsOf(lines, usual);
  const hyphenated = wordsWithHyphens(lines);
  const sizes = headingSizes(groups, usual);
  const blocks: Block[] = [];
  let items: Block[] = [];
  let rows: PdfLine[] = [];
  const flush = (): void => {
    if (items.length > 0) blocks.push(listOf(items));
    if (rows.length > 0) blocks.push(tableOf(rows, form));
    items = [];
    rows = [];
  };
  for (const [index, { kind, lines: some }] of groups.entries()) {
    if ((kind !== 'item' && items.length > 0) || (kind !== 'row' && rows.length > 0)) flush();
    const text = joinedLines(some, hyphenated);
    if (kind === 'row') rows.push(...some);
    else if (kind === 'code') blocks.push(codeOf(some, form));
    else if (kind === 'item') items.push(itemOf(text, items.length + 1, form));
    else {
      const isApart = [groups[index - 1]?.lines.at(-1), groups[index + 1]?.lines[0]].every(
        (other) => other === undefined || other.font !== some[0]?.font,
      );
      const level = headingLevel(some, text, { usual, sizes, isApart });
      blocks.push(level === null ? paragraphOf(text, form) : headingOf(text, level, form));
    }
  }
  flush();
  return blocks;
}

interface Usual {
  /** Of most letters. */
  readonly size: number;
  readonly font: string | null;
  readonly isCode: boolean;
}

function usualOf(lines: readonly PdfLine[]): Usual {
  const sizes = new Map<number, number>();
  const fonts = new Map<string | null, number>();
  let code = 0;
  let all = 0;
  for (const { cells, size, font, isCode } of lines) {
    const letters = cells.reduce((sum, cell) => sum + cell.length, 0);
    all += letters;
    if (isCode) code += letters;
    sizes.set(rounded(size), (sizes.get(rounded(size)) ?? 0) + letters);
    fonts.set(font, (fonts.get(font) ?? 0) + letters);
  }
  const first = <K>(counts: Map<K, number>): K | undefined =>
    [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
  return { size: first(sizes) ?? 1, font: first(fonts) ?? null, isCode: code > all / 2 };
}

/** To half a point. */
function rounded(size: number): number {
  return Math.round(size * 2) / 2;
}

function groupsOf(lines: readonly PdfLine[], usual: Usual): readonly Group[] {
  const groups: Group[] = [];
  for (const [index, line] of lines.entries()) {
    const group = groups.at(-1);
    const kind = kindOf(line, { before: lines[index - 1], after: lines[index + 1], usual });
    if (
      group !== undefined &&
      (kind === 'code' ? group.kind === kind : kind === 'text' && continues(group, line, usual))
    ) {
      group.lines.push(line);
    } else groups.push({ kind, lines: [line] });
  }
  return groups;
}

interface Neighbours {
  readonly before: PdfLine | undefined;
  readonly after: PdfLine | undefined;
  readonly usual: Usual;
}

function kindOf(line: PdfLine, { before, after, usual }: Neighbours): Kind {
  if (line.size > usual.size * MAX_SIZE_CHANGE) return 'text';
  if (line.isCode && !usual.isCode) return 'code';
  const [first = ''] = line.cells;
  // A bullet is apart from its text, as cells are.
  if (BULLET.test(`${first} `) || NUMBERED.test(`${first} `)) return 'item';
  return [before, after].some((other) => other !== undefined && isTableOf(line, other)) ? 'row' : 'text';
}

/** Whether two lines next to each other have cells below each other, at least every other one. */
function isTableOf(one: PdfLine, other: PdfLine): boolean {
  const cells = Math.min(one.cells.length, other.cells.length);
  if (cells < 2 || one.column !== other.column || (isJustified(one) && isJustified(other))) return false;
  const near = Math.max(one.size, other.size) / 2;
  const [places, others] = [cellPlaces(one), cellPlaces(other)];
  // Columns have their cells at the left, at the right, or in the middle.
  const sorted = [0, 1, 2].map((index) =>
    others.map((at) => at[index] ?? 0).sort((point, another) => point - another),
  );
  const below = places.filter((place) =>
    place.some((point, index) => isNearAny(point, sorted[index] ?? [], near)),
  );
  return below.length * 2 >= cells - 1 && below.length > 0;
}

/** Whether one of the sorted points is less than `near` from a point. */
function isNearAny(point: number, sorted: readonly number[], near: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= point - near) low = middle + 1;
    else high = middle;
  }
  return (sorted[low] ?? Number.POSITIVE_INFINITY) < point + near;
}

/** Whether a line of text was widened to fill its column. Each of its words is as far from the next as a cell. */
function isJustified({ cells, start, end, column }: PdfLine): boolean {
  const isFilled = Math.abs(start - column.start) < 1 && Math.abs(end - column.end) < 1;
  return (
    isFilled &&
    cells.some((cell) => /\p{Ll}/u.test(cell)) &&
    cells.filter((cell) => !cell.includes(' ')).length * 2 > cells.length
  );
}

/** Where each cell but the first begins, ends, and has its middle. */
function cellPlaces({ starts, ends }: PdfLine): readonly (readonly number[])[] {
  return starts.slice(1).map((start, index) => {
    const end = ends[index + 1] ?? start;
    return [start, end, (start + end) / 2];
  });
}

/** Whether a line belongs to the same paragraph as the lines before it. */
function continues({ kind, lines }: Group, next: PdfLine, usual: Usual): boolean {
  const last = lines.at(-1);
  const [first] = lines;
  if (last === undefined || first === undefined || kind === 'row' || kind === 'code') return false;
  if (textOf(last).includes(' … ')) return false;
  const size = Math.max(last.size, next.size);
  if (size / Math.min(last.size, next.size) > MAX_SIZE_CHANGE) return false;
  if (last.font !== next.font && (isFontHeading(lines, usual) || next.font !== usual.font)) {
    if (last.font !== null && next.font !== null && last.font !== next.font) return false;
  }
  const ended = SENTENCE_END.test(textOf(last));
  if (last.column !== next.column) return !ended && (!/^\p{Lu}/u.test(textOf(next)) || isFull(last));
  if (last.base - next.base > size * MAX_LEADING || next.base > last.base) return false;
  if (kind === 'item') return next.start > first.start + MIN_INDENT * size * 0.5;
  const edge = next.column.start;
  const isIndented = next.start - edge > MIN_INDENT * size;
  if (isIndented && last.start - edge <= MIN_INDENT * size && (ended || isFull(last))) return false;
  return !ended || isFull(last);
}

function isFull({ end, column }: PdfLine): boolean {
  return end - column.start >= (column.end - column.start) * MIN_FULL;
}

function textOf({ cells }: PdfLine): string {
  return cells.join(' ').replace(LEADER, ' … ');
}

/** A line of its own in another font than most of the text, such as a bold one. */
function isFontHeading(lines: readonly PdfLine[], usual: Usual): boolean {
  const [line, ...more] = lines;
  if (line === undefined || more.length > 0 || line.font === null || line.font === usual.font) return false;
  const text = textOf(line);
  return (
    text.length <= MAX_FONT_HEADING &&
    line.size >= usual.size * 0.95 &&
    line.start - line.column.start < line.size &&
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) &&
    /\p{L}/u.test(text) &&
    !/[.,:;…]$/u.test(text)
  );
}

/** The sizes of headings, the largest first. */
function headingSizes(groups: readonly Group[], usual: Usual): readonly number[] {
  const sizes = groups.flatMap(({ kind, lines: [line] }) =>
    kind === 'text' && line !== undefined && line.size > usual.size * MAX_SIZE_CHANGE
      ? [rounded(line.size)]
      : [],
  );
  return [...new Set(sizes)].sort((one, other) => other - one);
}

interface Headings {
  readonly usual: Usual;
  readonly sizes: readonly number[];
  /** Whether the lines before and after it are in another font. */
  readonly isApart: boolean;
}

/** 1 to 6, or null for a paragraph. */
function headingLevel(
  lines: readonly PdfLine[],
  text: string,
  { usual, sizes, isApart }: Headings,
): number | null {
  const [line] = lines;
  if (line === undefined || text.length > MAX_HEADING || !/\p{L}/u.test(text)) return null;
  if (line.size > usual.size * MAX_SIZE_CHANGE) return Math.min(6, sizes.indexOf(rounded(line.size)) + 1);
  return isApart && isFontHeading(lines, usual) ? Math.min(6, sizes.length + 1) : null;
}

function headingOf(text: string, level: number, form: TextForm): Block {
  return {
    kind: 'heading',
    text: SIMPLE.heading(text, level),
    written: form.heading(form.inline(text), level),
    linked: 0,
    level,
  };
}

function itemOf(text: string, place: number, form: TextForm): Block {
  const number = NUMBERED.exec(text)?.[1];
  const mark = number === undefined ? '- ' : `${Number(number) || place}. `;
  const item = paragraphOf(text.replace(number === undefined ? BULLET : NUMBERED, ''), form);
  return { ...item, kind: 'list', text: mark + item.text, written: mark + form.itemBlocks([item]) };
}

function listOf(items: readonly Block[]): Block {
  const joined = (texts: readonly string[]): string => texts.join('\n');
  return {
    kind: 'list',
    text: joined(items.map(({ text }) => text)),
    written: joined(items.map(({ written }) => written)),
    linked: 0,
    level: 0,
  };
}

/** Lines of code, as far in as on the page: a letter is about 0.6 sizes wide. */
function codeOf(lines: readonly PdfLine[], form: TextForm): Block {
  const edge = least(lines.map(({ start }) => start));
  const code = lines
    .map((line) => {
      const indent = Math.round((line.start - edge) / (line.size * 0.6));
      return ' '.repeat(Math.min(MAX_CODE_INDENT, indent)) + line.cells.join('  ');
    })
    .join('\n');
  return { kind: 'code', text: SIMPLE.code(code), written: form.code(code), linked: 0, level: 0 };
}

function tableOf(rows: readonly PdfLine[], form: TextForm): Block {
  return {
    kind: 'table',
    text: SIMPLE.table(rows.map(({ cells }) => cells)),
    written: form.table(rows.map(({ cells }) => cells.map((cell) => form.inline(cell)))),
    linked: 0,
    level: 0,
  };
}

/** A word that goes on in the next line: `hyphen-`. */
const PARTED = /(?<!\p{L})(\p{L}*\p{Ll})[-\u2010]$/u;
const HYPHENATED = /(?<!\p{L})\p{L}+[-\u2010]\p{L}+/gu;

/** Letters of a longer word are not looked at. */
const MAX_WORD = 100;
const REST = /^\p{Ll}\p{L}*/u;

/** The words that have a hyphen within a line. */
function wordsWithHyphens(lines: readonly PdfLine[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const line of lines) {
    for (const [word] of textOf(line).matchAll(HYPHENATED)) words.add(plain(word));
  }
  return words;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll('\u2010', '-');
}

/** The lines of a paragraph as one, with the words whole that were parted at the ends of lines. */
function joinedLines(lines: readonly PdfLine[], hyphenated: ReadonlySet<string>): string {
  const parts: string[] = [];
  let last = '';
  for (const line of lines) {
    const next = textOf(line);
    const parted = PARTED.exec(last.slice(-MAX_WORD))?.[1];
    const rest = REST.exec(next)?.[0];
    if (last.endsWith('\u00ad')) parts.push(last.slice(0, -1));
    else if (parted !== undefined && rest !== undefined) {
      parts.push(hyphenated.has(plain(`${parted}-${rest}`)) ? last : last.slice(0, -1));
    } else if (/\S[-\u2010]$/u.test(last) || (endsDense(last) && startsDense(next))) parts.push(last);
    else if (last !== '') parts.push(`${last} `);
    last = next;
  }
  return [...parts, last].join('').replaceAll('\u00ad', '');
}
