import { showHidden } from '../../../base/hidden-characters.js';
import { textPart } from './text-part.js';

/** Begins each line that somebody else, or a model, wrote. None of the preview's own lines begins like this. */
const BAR = '│ ';

/** How a preview measures a quote: in characters, or in bytes of JSON. */
export type QuoteSize = (quote: string) => number;

export const inCharacters: QuoteSize = (quote) => quote.length;
export const inBytes: QuoteSize = (quote) => Buffer.byteLength(JSON.stringify(showHidden(quote)));

/**
 * A text for a preview, with a bar before each line: no text can forge a line such as `When: never`. A text that is
 * too long ends with a note on how much is cut off.
 *
 * @param max of the quote with its bars, as `sizeOf` measures it
 */
export function quotedLines(text: string, max: number, sizeOf: QuoteSize): string {
  const { text: start, end } = textPart(text, 0, max, (part) => sizeOf(withBars(part)));
  return end === text.length
    ? withBars(text)
    : `${withBars(start)}\n(the first ${end} of ${text.length} characters)`;
}

/** A line of the preview's own, with names or labels in it that somebody else chose: their line breaks are spaces. */
export function ownLine(line: string): string {
  return line
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

function withBars(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => BAR + line)
    .join('\n');
}
