/**
 * Code points that are a grapheme of their own next to each other: Latin, Greek and Cyrillic letters, common
 * punctuation, kana, Han, Hangul syllables, full-width forms. Carriage return is left out (it joins a line
 * feed), and so is everything that combines.
 */
const LONE = String.raw`\n\t\x20-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u3000-\u3029\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60`;

/** The stretches that need the segmenter: all other characters, with the one before and the one behind. */
const JOINABLE = new RegExp(`[${LONE}]?[^${LONE}]+(?:[${LONE}][^${LONE}]+)*[${LONE}]?`, 'g');

let segmenter: Intl.Segmenter | undefined;

/**
 * Measures a text grapheme by grapheme. Characters that join no other count one each, without the segmenter,
 * which is some hundred times slower.
 *
 * @param measure what one grapheme counts, where it may be more than a plain character
 */
export function sumGraphemes(text: string, measure: (grapheme: string) => number): number {
  let sum = text.length;
  for (const [stretch] of text.matchAll(JOINABLE)) {
    sum -= stretch.length;
    for (const { segment } of segments(stretch)) sum += measure(segment);
  }
  return sum;
}

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** How many user-perceived characters a text has. */
export function countGraphemes(text: string): number {
  return sumGraphemes(text, () => 1);
}

/** The largest index that is not above `index` and splits no grapheme of the text. */
export function graphemeBoundary(text: string, index: number): number {
  if (index >= text.length) return text.length;
  if (index <= 0) return 0;
  return segments(text).containing(index)?.index ?? index;
}
