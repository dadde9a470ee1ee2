/**
 * LinkedIn's "little text": 15 characters have a meaning of their own and are written with a backslash;
 * one that is not may cut the text short without an error.
 */
const RESERVED = /[|{}@[\]()<>#\\*_~]/g;
const HASHTAG = /(?<![\p{L}\p{N}_&/])#((?=[\p{L}\p{N}_]*[\p{L}_])[\p{L}\p{M}\p{N}_]+)/giu;

/** A text in which nothing is cut: reserved characters escaped, hashtags written so that they link. */
export function toLittleText(text: string): string {
  let written = '';
  let from = 0;
  for (const { 0: whole, 1: tag = '', index } of text.matchAll(HASHTAG)) {
    written += `${escaped(text.slice(from, index))}{hashtag|\\#|${escaped(tag)}}`;
    from = index + whole.length;
  }
  return written + escaped(text.slice(from));
}

function escaped(text: string): string {
  return text.replace(RESERVED, (sign) => `\\${sign}`);
}

/** How LinkedIn reads it: up to the first reserved character that stands bare. */
export function fromLittleText(written: string): string {
  let text = '';
  let at = 0;
  while (at < written.length) {
    const rest = written.slice(at);
    const hashtag = /^\{hashtag\|\\#\|((?:\\.|[^|{}\\])+)\}/su.exec(rest);
    if (hashtag) {
      text += `#${(hashtag[1] ?? '').replace(/\\(.)/gsu, '$1')}`;
      at += hashtag[0].length;
      continue;
    }
    const sign = rest.charAt(0);
    const isEscape = sign === '\\' && rest.length > 1;
    if (!isEscape && sign !== '#' && sign.search(RESERVED) === 0) return text;
    text += isEscape ? rest.charAt(1) : sign;
    at += isEscape ? 2 : 1;
  }
  return text;
}
