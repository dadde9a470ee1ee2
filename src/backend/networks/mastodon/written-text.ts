import { normalized } from '../../../base/normalized.js';
import { comparable } from '../requests/lookup.js';

/** How a listed text compares with the one that was sent. `similar`: a server may have changed it that much. */
export type Likeness = 'same' | 'similar' | 'other';

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The plain text of a status: servers list it as HTML. */
export function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:p|div|li|blockquote|pre)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
}

/**
 * Servers show a mention without its server, a link without its scheme, and leave out the marks of formatting that
 * they understand (snac2 reads Markdown).
 */
export function likeness(listed: string, sent: string): Likeness {
  if (comparable(listed) === comparable(sent)) return 'same';
  const letters = lettersOf(sent);
  if (letters !== '' && lettersOf(listed) === letters) return 'same';
  return lettersOf(withoutAddresses(listed)) === lettersOf(withoutAddresses(sent)) ? 'similar' : 'other';
}

function lettersOf(text: string): string {
  return normalized(text, 'NFKC')
    .toLowerCase()
    .replace(/(@\w[\w.-]*)@[\w.-]+/g, '$1')
    .replace(/https?:\/\//g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Bounded as domains are: 63 characters in a label; more than 20 labels have no use. */
const ADDRESSES = /https?:\/\/\S+|(?<![\w-])(?:[\w-]{1,63}\.){1,20}[a-z]{2,}(?:\/\S*)?|@[\w.@-]+/gi;

/** Without links and mentions, which servers shorten in ways of their own. */
function withoutAddresses(text: string): string {
  return text.replace(ADDRESSES, ' ');
}
