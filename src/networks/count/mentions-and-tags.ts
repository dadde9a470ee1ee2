import { linksIn, replaceLinks } from './links.js';

/** Letters, digits and underscores behind a #, not digits alone. */
export const HASHTAGS = /(?<![\p{L}\p{M}\p{N}_&/#＃])[#＃]((?=[\p{N}_]*[\p{L}\p{M}])[\p{L}\p{M}\p{N}_]+)/gu;

/** `@name`, `@name.example` and `@name@server.example`, which is one; not within a word or an address. */
export const MENTIONS =
  /(?<![\p{L}\p{N}_@./])@([\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?(?:@[\p{L}\p{N}.-]+[\p{L}\p{N}])?)/gu;

/** A stock's symbol behind a $, as X links it: up to six letters, and up to two more behind a dot. */
const CASHTAGS = /(?<=^|\s)\$[A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?(?![\p{L}\p{N}])/gu;

/** How many hashtags a text has; a # inside of an address is none. */
export function countHashtags(text: string): number {
  return text.includes('#') || text.includes('＃') ? matches(replaceLinks(text, ' '), HASHTAGS) : 0;
}

/** How many accounts a text mentions; an @ inside of an address is none. */
export function countMentions(text: string): number {
  return text.includes('@') ? matches(replaceLinks(text, ' '), MENTIONS) : 0;
}

/** How many stock symbols a text names. */
export function countCashtags(text: string): number {
  return text.includes('$') ? matches(text, CASHTAGS) : 0;
}

/** How many different addresses a text names; `attached` is one that the post carries besides. */
export function countLinks(text: string, attached: string | null = null): number {
  const urls = new Set(linksIn(text).map((link) => link.url));
  if (attached !== null) urls.add(attached);
  return urls.size;
}

function matches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
