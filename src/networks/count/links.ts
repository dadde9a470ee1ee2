/**
 * A URL with its scheme. Includes balanced parentheses, but no trailing punctuation.
 */
const LINKS =
  /(?<![\p{L}\p{N}@/])[Hh][Tt][Tt][Pp][Ss]?:\/\/(?=[\p{L}\p{N}[])(?:[^\s<>"()]|\([^\s<>"()]*\))+(?<![.,:;!?'*_~…\]}])/gu;

export interface Link {
  /** UTF-16 index of its first character. */
  readonly start: number;
  readonly url: string;
}

/** The URLs of a text that start with `http://` or `https://`. */
export function linksIn(text: string): Link[] {
  if (!text.includes('://')) return [];
  return Array.from(text.matchAll(LINKS), (match) => ({ start: match.index, url: match[0] }));
}

/** Replaces each URL that `linksIn` finds. */
export function replaceLinks(text: string, replacement: string): string {
  return text.includes('://') ? text.replace(LINKS, replacement) : text;
}
