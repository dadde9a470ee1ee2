/**
 * An address with its scheme. Parentheses belong to it in pairs; punctuation that ends a sentence behind it
 * does not.
 */
const LINKS =
  /(?<![\p{L}\p{N}@/])[Hh][Tt][Tt][Pp][Ss]?:\/\/(?=[\p{L}\p{N}[])(?:[^\s<>"()]|\([^\s<>"()]*\))+(?<![.,:;!?'*_~…\]}])/gu;

export interface Link {
  /** UTF-16 index of its first character. */
  readonly start: number;
  readonly url: string;
}

/** The addresses in a text that carry `http://` or `https://`. */
export function linksIn(text: string): Link[] {
  if (!text.includes('://')) return [];
  return Array.from(text.matchAll(LINKS), (match) => ({ start: match.index, url: match[0] }));
}

/** The text with each such address replaced. */
export function replaceLinks(text: string, replacement: string): string {
  return text.includes('://') ? text.replace(LINKS, replacement) : text;
}
