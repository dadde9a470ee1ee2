import { graphemesWithin } from '../../../networks/count/graphemes.js';

/** User-perceived characters of an excerpt. */
const MAX_EXCERPT = 60;

/** UTF-16 units that count as one character: a letter with hundreds of combining marks counts as several. */
const UNITS_PER_CHARACTER = 16;

const measure = (grapheme: string): number => Math.ceil(grapheme.length / UNITS_PER_CHARACTER);

/** The first line of a post’s text, at most 60 characters and an ellipsis; empty if it has no text. */
export function excerptOf(text: string): string {
  const [line = ''] = text.trim().split('\n', 1);
  const end = graphemesWithin(line, MAX_EXCERPT, measure);
  return end < line.length ? `${line.slice(0, end)}…` : line;
}
