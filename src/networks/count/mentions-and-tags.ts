import { linksIn, replaceLinks } from './links.js';

/** `#` followed by letters, digits and underscores, but not only digits. */
export const HASHTAGS = /(?<![\p{L}\p{M}\p{N}_&/#＃])[#＃]((?=[\p{N}_]*[\p{L}\p{M}])[\p{L}\p{M}\p{N}_]+)/gu;

/** `@name`, `@name.example` or `@name@server.example`, not inside a word or a URL. */
export const MENTIONS =
  /(?<![\p{L}\p{N}_@./])@([\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?(?:@[\p{L}\p{N}.-]+[\p{L}\p{N}])?)/gu;

/** A stock symbol after `$`, as X links it: up to six letters, and optionally a dot and up to two more. */
const CASHTAGS = /(?<=^|\s)\$[A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?(?![\p{L}\p{N}])/gu;

/** The number of hashtags in a text, without those inside URLs. */
export function countHashtags(text: string): number {
  return text.includes('#') || text.includes('＃') ? matches(replaceLinks(text, ' '), HASHTAGS) : 0;
}

/** The number of mentions in a text, without those inside URLs. */
export function countMentions(text: string): number {
  return text.includes('@') ? matches(replaceLinks(text, ' '), MENTIONS) : 0;
}

/** The number of stock symbols in a text. */
export function countCashtags(text: string): number {
  return text.includes('$') ? matches(text, CASHTAGS) : 0;
}

/** The number of different URLs in a text, including the post's attached link. */
export function countLinks(text: string, attached: string | null = null): number {
  const urls = new Set(linksIn(text).map((link) => link.url));
  if (attached !== null) urls.add(attached);
  return urls.size;
}

function matches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
