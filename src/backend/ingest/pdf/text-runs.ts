import type { Extent } from './extent.js';
import type { PdfItem } from './open-pdf.js';

/** A run of text. Its coordinates are those of a page that was turned until its text is upright. */
export interface Run extends Extent {
  readonly text: string;
  readonly base: number;
  readonly size: number;
  readonly font: string;
  readonly isCode: boolean;
  readonly rightToLeft: boolean;
  /** Its place in the file. */
  readonly order: number;
}

/** Runs are on the same line if their baselines differ by less than this many sizes, as a raised number does. */
const MAX_RISE = 0.42;

/** The runs that are written in the main direction of the page: those of a stamp at its edge are not. */
export function uprightRuns(items: readonly PdfItem[]): readonly Run[] {
  const turns = new Map<number, { runs: Run[]; letters: number }>();
  for (const [order, { str, dir, transform, width, height, fontName, isCode }] of items.entries()) {
    const text = readable(str);
    if (text.trim() === '') continue;
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
    const isVertical = dir === 'ttb';
    const turn = isVertical ? 3 : (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
    const [along, above] = turned(turn, x, y);
    const size = Math.hypot(c, d) || height || 1;
    const length = isVertical ? height : width;
    // The blanks at its ends are not part of what can be seen.
    const blank = (blanks: number): number => (length * blanks) / str.length;
    const found = turns.get(turn) ?? { runs: [], letters: 0 };
    turns.set(turn, found);
    found.letters += text.length;
    const left = along + blank(str.length - str.trimStart().length);
    const right = along + length - blank(str.length - str.trimEnd().length);
    const place = { left, right, base: above, size, order };
    found.runs.push({ text: text.trim(), ...place, font: fontName, isCode, rightToLeft: dir === 'rtl' });
  }
  const [main] = [...turns.values()].sort((one, other) => other.letters - one.letters);
  return main?.runs ?? [];
}

/** The letters themselves, where a font has forms of them for each place in a word. */
function readable(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Co}\ufffd\ufeff\u200b]/gu, '')
    .replace(/[\ufb00-\ufdff\ufe70-\ufefc]+/g, (forms) => forms.normalize('NFKC'));
}

/** A point on a page whose text was turned counter-clockwise by this many quarters. */
function turned(quarters: number, x: number, y: number): readonly [along: number, above: number] {
  switch (quarters) {
    case 1:
      return [y, -x];
    case 2:
      return [-x, -y];
    case 3:
      return [-y, x];
    default:
      return [x, y];
  }
}

/** Runs on the same baseline, from the top of the page to its end. */
export function rowsOf(runs: readonly Run[]): readonly (readonly Run[])[] {
  const rows: Run[][] = [];
  let first: Run | null = null;
  for (const run of [...runs].sort((one, other) => other.base - one.base)) {
    const row = rows.at(-1);
    if (row && first && first.base - run.base < Math.max(first.size, run.size) * MAX_RISE) {
      row.push(run);
      // The baseline of a line is the one of its largest letters.
      if (run.size > first.size) first = run;
    } else {
      rows.push([run]);
      first = run;
    }
  }
  return rows;
}
