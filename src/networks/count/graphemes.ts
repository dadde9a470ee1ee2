/**
 * Code points that never combine with each other into one grapheme: Latin, Greek and Cyrillic letters, common
 * punctuation, kana, Han, Hangul syllables, full-width forms. Not included: carriage return (it joins a line feed) and
 * combining characters.
 */
const LONE = String.raw`\n\t\x20-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u3000-\u3029\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60`;

/** The runs that need the segmenter: all other characters, with one neighbour on each side. */
const JOINABLE = new RegExp(`[${LONE}]?[^${LONE}]+(?:[${LONE}][^${LONE}]+)*[${LONE}]?`, 'g');

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
    for (const { segment } of segments(run)) sum += measure(segment);
  }
  return sum;
}

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
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
