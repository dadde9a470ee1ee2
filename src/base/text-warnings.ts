import { findHidden } from './hidden-characters.js';

/** A link in a text. Its length is bounded as browsers bound URLs. */
const LINKS = /https?:\/\/[^\s<>"]+/giu;
const MAX_LINK_LENGTH = 2_048;

/** Links that a warning names. */
const MAX_LINKS = 5;

/** What a person should know of texts before they confirm them: hidden characters, and links that may look like others. */
export function textWarnings(texts: readonly string[]): readonly string[] {
  const different = [...new Set(texts)];
  const hidden = hiddenWarning(different);
  return [...(hidden === null ? [] : [hidden]), ...linkWarnings(different)];
}

/** Every text in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** `The text contains 3 invisible characters (hidden tags), shown as ⟨U+E0041⟩. …`; null if it contains none. */
function hiddenWarning(texts: readonly string[]): string | null {
  const { count, kinds } = findHidden(texts);
  if (count === 0) return null;
  const [number, them] =
    count === 1 ? ['1 invisible character', 'It is'] : [`${count} invisible characters`, 'They are'];
  return `The text contains ${number} (${kinds.join(', ')}). ${them} shown as ⟨U+…⟩.`;
}

/** Names the host that a link opens, for hosts with other than ASCII letters: they can look like another host. */
function linkWarnings(texts: readonly string[]): string[] {
  const hosts = new Map<string, string>();
  for (const text of texts) {
    for (const [link] of text.matchAll(LINKS)) {
      const shown = shownHost(link);
      const opened = shown === '' || isAscii(shown) ? undefined : openedHost(link);
      if (opened !== undefined) hosts.set(shown, opened);
    }
  }
  const named = [...hosts].slice(0, MAX_LINKS);
  const more = hosts.size - named.length;
  return [
    ...named.map(([shown, opened]) => `The link to “${shown}” opens ${opened}.`),
    ...(more > 0 ? [`${more} more links have hosts with letters beyond ASCII.`] : []),
  ];
}

function shownHost(link: string): string {
  const authority = /^https?:\/\/([^/?#\\]{0,300})/iu.exec(link)?.[1] ?? '';
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** The host in ASCII (punycode); undefined if it is not a URL. */
function openedHost(link: string): string | undefined {
  const url = link.slice(0, MAX_LINK_LENGTH);
  return URL.canParse(url) ? new URL(url).host : undefined;
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}
