import { entitiesOf } from '../../../networks/count/entities.js';

/**
 * LinkedIn's "little text": 15 reserved characters must be escaped with a backslash. An unescaped one can cut the
 * text short without an error.
 */
const RESERVED = /[|{}@[\]()<>#\\*_~]/g;

/** Escapes reserved characters, and writes hashtags so that they link. */
export function toLittleText(text: string): string {
  let written = '';
  let from = 0;
  for (const { kind, start, end, value } of entitiesOf(text)) {
    if (kind !== 'hashtag') continue;
    written += `${escaped(text.slice(from, start))}{hashtag|\\#|${escaped(value)}}`;
    from = end;
  }
  return written + escaped(text.slice(from));
}

function escaped(text: string): string {
  return text.replace(RESERVED, (sign) => `\\${sign}`);
}

/** The text as LinkedIn reads it: up to the first unescaped reserved character. */
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
