import { showHidden } from '../../../base/hidden-characters.js';

/** A part of a text, with offsets in UTF-16 units. */
export interface TextPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A part of a long text from an offset. It ends at a paragraph or word if possible, and never splits a character.
 *
 * @param max of the part's size
 * @param sizeOf by default its bytes as JSON, with its invisible characters written out
 */
export function textPart(
  text: string,
  offset: number,
  max: number,
  sizeOf: (part: string) => number = written,
): TextPart {
  const start = splitsPair(text, offset) ? offset - 1 : offset;
  let low = start;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeOf(text.slice(start, middle)) <= max) low = middle;
    else high = middle - 1;
  }
  const end = low === text.length ? low : goodEnd(text, start, low);
  return { text: text.slice(start, end), start, end };
}

function written(text: string): number {
  return Buffer.byteLength(JSON.stringify(showHidden(text)));
}

function goodEnd(text: string, start: number, end: number): number {
  const half = start + (end - start) / 2;
  for (const mark of ['\n\n', '\n', ' ', '。']) {
    const at = text.lastIndexOf(mark, end - mark.length);
    if (at > half) return at + mark.length;
  }
  return splitsPair(text, end) ? end - 1 : end;
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return at > 0 && at < text.length && before >= 0xd800 && before <= 0xdbff;
}
