import { punycodeLength } from './punycode-length.js';
import { topLevelDomainEnd } from './tlds.js';
import { domainStarts, type Span } from './x-domains.js';

/** X takes no address longer than this, its scheme counted twice. */
const URL_MAX = 4096;
const LABEL_MAX = 63;
const SHORTENED_SLUG_MAX = 40;

const LATIN_LETTERS = String.raw`\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u026f\u0272\u0289\u028b\u02bb\u0300-\u036f\u1e00-\u1eff`;
const CYRILLIC = String.raw`\u0400-\u04ff`;
const SPACES_AND_MARKS = String.raw`\t-\r \u0085\u00a0\u061c\u1680\u180e\u2000-\u200a\u200e\u200f\u2028-\u202f\u205f\u2066-\u2069\u3000\ufeff\ufffe\uffff`;

/** What may stand anywhere in a domain, dots, hyphens and underscores included. */
const DOMAIN_RUN = new RegExp(`[^!'#%&()*+,/\\\\:;<=>?@\\[\\]^{|}~$${SPACES_AND_MARKS}]+`, 'g');
const LATIN_LABELS = new RegExp(`(?:[-a-z0-9${LATIN_LETTERS}]+\\.)+`, 'gi');

const SCHEME_BEFORE = /https?:\/\/$/i;
const SCHEME_LONGEST = 'https://'.length;
/** No address begins right behind one of these. */
const BARS_START = /[A-Za-z0-9@＠$#＃\ufeff\ufffe\uffff]/;
/** An address without a scheme does not count behind one of these. */
const BARS_BARE_START = /[-_./]/;

const PORT = /:[0-9]+/y;
const PATH_CHARACTER = `[-a-z0-9${CYRILLIC}${LATIN_LETTERS}!*';:=+,.$/%#[\\]\u2013_~@|&]`;
const PARENTHESES = `\\((?:${PATH_CHARACTER}+|${PATH_CHARACTER}*\\(${PATH_CHARACTER}+\\)${PATH_CHARACTER}*)\\)`;
/** Ends with a character that ends no sentence, or with parentheses right behind one. */
const PATH = new RegExp(
  `/(?:(?:${PATH_CHARACTER}|${PARENTHESES})*[-+a-z0-9${CYRILLIC}${LATIN_LETTERS}=_#/])?(?:${PARENTHESES})*`,
  'iy',
);
const QUERY = /\?[-a-z0-9!?*'@();:&=+$/%#[\]_.,~|]*[-a-z0-9_&=#/]/iy;
const SHORTENED = /^https?:\/\/t\.co\/([a-z0-9]+)(?:\?[-a-z0-9!?*'@();:&=+$/%#[\]_.,~|]*[-a-z0-9_&=#/])?/i;

/**
 * The addresses that X would shorten, with and without a scheme, found as its published counter finds them:
 * UTF-16 start index to end index.
 *
 * @param text normalised to NFC
 */
export function urlsIn(text: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (!text.includes('.')) return found;

  // As in a global search: the next address, or the character before it, begins here at the earliest.
  let resumeAt = 0;
  for (const { 0: run, index: start } of text.matchAll(DOMAIN_RUN)) {
    if (!run.includes('.')) continue;
    const scheme = SCHEME_BEFORE.exec(text.slice(Math.max(0, start - SCHEME_LONGEST), start))?.[0] ?? '';
    for (const domain of domainStarts(text, start, start + run.length)) {
      if (domain.start === start && scheme !== '' && mayStart(text, start - scheme.length, resumeAt)) {
        resumeAt = takeWithScheme(text, start - scheme.length, domain, found);
      } else if (mayStart(text, domain.start, resumeAt)) {
        resumeAt = takeBare(text, domain, found);
      }
    }
  }
  return found;
}

function mayStart(text: string, index: number, resumeAt: number): boolean {
  if (index === 0) return resumeAt === 0;
  return index > resumeAt && !BARS_START.test(text.charAt(index - 1));
}

/** Adds an address with a scheme, and tells where the search goes on. */
function takeWithScheme(text: string, start: number, domain: Span, found: Map<number, number>): number {
  const { end } = restOf(text, domain.end);
  if (!isValid(text.slice(domain.start, domain.end), domain.start - start, end - start)) return end;

  const shortened = SHORTENED.exec(text.slice(start, end));
  if (!shortened) {
    found.set(start, end);
    return end;
  }
  const [whole, slug = ''] = shortened;
  if (slug.length > SHORTENED_SLUG_MAX) return end;
  found.set(start, start + whole.length);
  return end;
}

/**
 * Adds what of an address without a scheme is written in Latin letters: X counts only that, and gives what
 * follows the domain to the last such part.
 */
function takeBare(text: string, span: Span, found: Map<number, number>): number {
  const { start } = span;
  const { end, hasPath } = restOf(text, span.end);
  const domain = text.slice(start, span.end);
  if (!isValid(domain, SCHEME_LONGEST, end - start)) return end;
  if (start > 0 && BARS_BARE_START.test(text.charAt(start - 1))) return end;

  const parts = latinDomains(domain);
  for (const [index, part] of parts.entries()) {
    const behind = hasPath && index === parts.length - 1 ? end - span.end : 0;
    found.set(start + part.start, start + part.end + behind);
  }
  return end;
}

/** Where an address ends whose domain ends at `index`: port, path and query read. */
function restOf(text: string, index: number): { end: number; hasPath: boolean } {
  const port = matchAt(PORT, text, index);
  const pathStart = index + port.length;
  const path = matchAt(PATH, text, pathStart);
  const query = matchAt(QUERY, text, pathStart + path.length);
  return { end: pathStart + path.length + query.length, hasPath: path !== '' };
}

function matchAt(sticky: RegExp, text: string, index: number): string {
  sticky.lastIndex = index;
  return sticky.exec(text)?.[0] ?? '';
}

/** The separators at which a domain is encoded label by label. */
const LABEL_SEPARATORS = /[\u3002\uff0e\uff61]/;

function isValid(domain: string, schemeLength: number, length: number): boolean {
  if (schemeLength + length > URL_MAX) return false;
  if (domain.startsWith('xn--') && latinDomains(domain).length === 0) return false;
  return domain.split('.').every((label) => {
    const parts = label.split(LABEL_SEPARATORS).map(punycodeLength);
    return parts.reduce((sum, part) => sum + part, parts.length - 1) <= LABEL_MAX;
  });
}

/** The parts of a domain that are Latin labels followed by a top-level domain. */
function latinDomains(domain: string): Span[] {
  const found: Span[] = [];
  LATIN_LABELS.lastIndex = 0;
  for (let match = LATIN_LABELS.exec(domain); match; match = LATIN_LABELS.exec(domain)) {
    const labels = match[0];
    for (let dot = labels.length - 1; dot > 0; dot = labels.lastIndexOf('.', dot - 1)) {
      const end = topLevelDomainEnd(domain, match.index + dot + 1);
      if (end < 0) continue;
      found.push({ start: match.index, end });
      LATIN_LABELS.lastIndex = end;
      break;
    }
  }
  return found;
}
