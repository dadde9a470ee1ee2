import { sumGraphemes } from './graphemes.js';
import { codePoints, utf8Bytes } from './utf8.js';

/** What makes a grapheme an emoji: a pictograph, a flag's letters, or a keycap. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Pictographs that are text unless U+FE0F follows, such as © and ™. They count as plain characters. */
const TEXT_BY_DEFAULT = /^[\u00a9\u00ae\u203c\u2049\u2122\u2139\u3030\u303d]$/;

/** A text's length on Threads: an emoji counts as its UTF-8 bytes, any other character as 1. */
export function countThreads(text: string): number {
  if (!EMOJI.test(text)) return codePoints(text);
  return sumGraphemes(text, measureThreads);
}

/** What one grapheme counts on Threads. */
export function measureThreads(grapheme: string): number {
  const emoji = EMOJI.test(grapheme) && !TEXT_BY_DEFAULT.test(grapheme);
  return emoji ? utf8Bytes(grapheme) : codePoints(grapheme);
}
