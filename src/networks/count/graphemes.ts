import { isPairAt } from './utf8.js';

/**
 * Code points that never combine with each other into one grapheme: controls, Latin, Greek, Cyrillic, Hebrew and Arabic
 * letters, common punctuation, braille, kana, Han, Hangul syllables, full-width forms. Not included: combining
 * characters. A carriage return joins a line feed alone.
 */
const LONE = [
  String.raw`\x00-\u02ff\u0370-\u0482\u048a-\u052f\u05d0-\u05ea\u0620-\u064a\u0671-\u06d3`,
  String.raw`\u200b\u200e-\u205e\u2800-\u28ff\u3000-\u3029\u3041-\u3096\u30a1-\u30ff`,
  String.raw`\u4e00-\u9fff\uac00-\ud7a3\ufb50-\ufdff\ufe70-\ufefc\uff01-\uff60`,
].join('');

/** The runs that need the segmenter: line ends, and all other characters, with one neighbour on each side. */
const JOINABLE = new RegExp(
  String.raw`\r\n|[${LONE}]?[^${LONE}]+(?:[${LONE}][^${LONE}]+)*(?:(?!\r\n)[${LONE}])?`,
  'g',
);

/**
 * UTF-16 units per call of the segmenter. For each grapheme it takes time in proportion to the whole text, so a long
 * text in one call takes quadratic time. Much shorter pieces are slower too, because of the cost of a call.
 */
const PIECE_LENGTH = 256;

let segmenter: Intl.Segmenter | undefined;

/**
 * Sums a measure over the graphemes of a text. Characters that never combine count 1 without the segmenter, which is
 * about a hundred times slower.
 *
 * @param measure the count of a grapheme that may be more than a single character
 */
export function sumGraphemes(text: string, measure: (grapheme: string) => number): number {
  let sum = text.length;
  for (const [run] of text.matchAll(JOINABLE)) {
    sum -= run.length;
    if (run === '\r\n') {
      sum += measure(run);
      continue;
    }
    for (const grapheme of graphemesOf(run)) sum += measure(grapheme);
  }
  return sum;
}

/** The graphemes of a text of any length, in linear time. */
export function* graphemesOf(text: string): Generator<string> {
  let start = 0;
  let length = PIECE_LENGTH;
  while (start < text.length) {
    const end = endOfPiece(text, start + length);
    // A longer piece is for one grapheme that did not fit into a short one.
    const max = length === PIECE_LENGTH ? Number.POSITIVE_INFINITY : 1;
    const whole = wholeGraphemes(text.slice(start, end), end === text.length, max);
    for (const grapheme of whole) {
      yield grapheme;
      start += grapheme.length;
    }
    length = whole.length > 0 ? PIECE_LENGTH : 2 * length;
  }
}

/**
 * The first graphemes of a piece that starts at a grapheme boundary. They are those of the whole text: what follows a
 * boundary depends on nothing before it. Only the last one may continue after the piece, so it is dropped.
 */
function wholeGraphemes(piece: string, isLast: boolean, max: number): string[] {
  const found: string[] = [];
  for (const { segment } of segments(piece)) {
    found.push(segment);
    if (found.length > max) break;
  }
  if (!isLast || found.length > max) found.pop();
  return found;
}

/** At or just before an index: half of a surrogate pair is another character than the pair. */
function endOfPiece(text: string, index: number): number {
  if (index >= text.length) return text.length;
  return isPairAt(text, index - 1) ? index - 1 : index;
}

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The index up to which the graphemes of a text measure at most `max` together. */
export function graphemesWithin(text: string, max: number, measure: (grapheme: string) => number): number {
  let end = 0;
  let sum = 0;
  for (const grapheme of graphemesOf(text)) {
    sum += measure(grapheme);
    if (sum > max) break;
    end += grapheme.length;
  }
  return end;
}

/** The number of user-perceived characters of a text. */
export function countGraphemes(text: string): number {
  return sumGraphemes(text, () => 1);
}

/** The largest grapheme boundary at or before `index`. */
export function graphemeBoundary(text: string, index: number): number {
  if (index >= text.length) return text.length;
  if (index <= 0) return 0;
  return segments(text).containing(index)?.index ?? index;
}
