import { MAX_SOURCE_TEXT } from '../../contract/sources/limits.js';
import { warning } from './extraction.js';

/** The start of a text that is too long. Where it is cut, Markdown must not lose the end of a link. */
export function keptOf(text: string): string {
  if (text.length <= MAX_SOURCE_TEXT) return text;
  const start = text.slice(0, MAX_SOURCE_TEXT);
  const end = start.lastIndexOf('\n\n');
  return end > MAX_SOURCE_TEXT / 2 ? start.slice(0, end) : start;
}

export function shortened(length: number) {
  return warning(
    'text_shortened',
    `Only the first ${MAX_SOURCE_TEXT} of ${length} characters are kept.`,
    'Send the relevant part as `text`.',
  );
}
