import { punycodeLength } from './punycode-length.js';
import { topLevelDomainEnd } from './tlds.js';
import { domainStarts, type Span } from './x-domains.js';

/** X does not accept longer URLs. The scheme counts twice. */
const MAX_URL_LENGTH = 4096;
const MAX_LABEL_LENGTH = 63;
const MAX_SHORTENED_SLUG_LENGTH = 40;

const LATIN_LETTERS = String.raw`\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u026f\u0272\u0289\u028b\u02bb\u0300-\u036f\u1e00-\u1eff`;
const CYRILLIC = String.raw`\u0400-\u04ff`;
const SPACES_AND_MARKS = String.raw`\t-\r \u0085\u00a0\u061c\u1680\u180e\u2000-\u200a\u200e\u200f\u2028-\u202f\u205f\u2066-\u2069\u3000\ufeff\ufffe\uffff`;

/** Characters allowed anywhere in a domain, including dots, hyphens and underscores. */
const DOMAIN_RUN = new RegExp(`[^!'#%&()*+,/\\\\:;<=>?@\\[\\]^{|}~$${SPACES_AND_MARKS}]+`, 'g');
const LATIN_LABELS = new RegExp(`(?:[-a-z0-9${LATIN_LETTERS}]+\\.)+`, 'gi');

const SCHEME_BEFORE = /https?:\/\/$/i;
const MAX_SCHEME_LENGTH = 'https://'.length;
/** A URL cannot start right after one of these. */
const BLOCKS_START = /[A-Za-z0-9@＠$#＃\ufeff\ufffe\uffff]/;
/** A URL without a scheme does not count after one of these. */
const BLOCKS_BARE_START = /[-_./]/;

const PORT = /:[0-9]+/y;
const PATH_CHARACTER = `[-a-z0-9${CYRILLIC}${LATIN_LETTERS}!*';:=+,.$/%#[\\]\u2013_~@|&]`;
const PARENTHESES = `\\((?:${PATH_CHARACTER}+|${PATH_CHARACTER}*\\(${PATH_CHARACTER}+\\)${PATH_CHARACTER}*)\\)`;
/** Ends with a character that is not sentence punctuation, or with parentheses right after one. */
const PATH = new RegExp(
  `/(?:(?:${PATH_CHARACTER}|${PARENTHESES})*[-+a-z0-9${CYRILLIC}${LATIN_LETTERS}=_#/])?(?:${PARENTHESES})*`,
  'iy',
);
const QUERY = /\?[-a-z0-9!?*'@();:&=+$/%#[\]_.,~|]*[-a-z0-9_&=#/]/iy;
const SHORTENED = /^https?:\/\/t\.co\/([a-z0-9]+)(?:\?[-a-z0-9!?*'@();:&=+$/%#[\]_.,~|]*[-a-z0-9_&=#/])?/i;

/**
 * The URLs that X would shorten, with and without a scheme, as its published counter finds them: UTF-16 start index to
 * end index.
 *
 * @param text normalised to NFC
 */
export function urlsIn(text: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (!text.includes('.')) return found;

  // As with a global regular expression: the next match, including the character before the URL, starts here or later.
  let resumeAt = 0;
  for (const { 0: run, index: start } of text.matchAll(DOMAIN_RUN)) {
    if (!run.includes('.')) continue;
    const scheme = SCHEME_BEFORE.exec(text.slice(Math.max(0, start - MAX_SCHEME_LENGTH), start))?.[0] ?? '';
    for (const domain of domainStarts(text, start, start + run.length)) {
      if (domain.start === start && scheme !== '' && mayStart(text, start - scheme.length, resumeAt)) {
        resumeAt = addWithScheme(text, start - scheme.length, domain, found);
      } else if (mayStart(text, domain.start, resumeAt)) {
        resumeAt = addBare(text, domain, found);
      }
    }
  }
  return found;
}

function mayStart(text: string, index: number, resumeAt: number): boolean {
  if (index === 0) return resumeAt === 0;
  return index > resumeAt && !BLOCKS_START.test(text.charAt(index - 1));
}

/** Adds a URL with a scheme. Returns where the search continues. */
function addWithScheme(text: string, start: number, domain: Span, found: Map<number, number>): number {
  const { end } = restOf(text, domain.end);
  if (!isValid(text.slice(domain.start, domain.end), domain.start - start, end - start)) return end;

  const shortened = SHORTENED.exec(text.slice(start, end));
  if (!shortened) {
    found.set(start, end);
    return end;
  }
  const [whole, slug = ''] = shortened;
  if (slug.length > MAX_SHORTENED_SLUG_LENGTH) return end;
  found.set(start, start + whole.length);
  return end;
}

/**
 * Adds the Latin parts of a URL without a scheme: X counts only these. What follows the domain belongs to the last part.
 * Returns where the search continues.
 */
function addBare(text: string, span: Span, found: Map<number, number>): number {
  const { start } = span;
  const { end, hasPath } = restOf(text, span.end);
  const domain = text.slice(start, span.end);
  if (!isValid(domain, MAX_SCHEME_LENGTH, end - start)) return end;
  if (start > 0 && BLOCKS_BARE_START.test(text.charAt(start - 1))) return end;

  const parts = latinDomains(domain);
  for (const [index, part] of parts.entries()) {
    const suffix = hasPath && index === parts.length - 1 ? end - span.end : 0;
    found.set(start + part.start, start + part.end + suffix);
  }
  return end;
}

/** Where a URL ends whose domain ends at `index`, including port, path and query. */
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

/** Other characters that separate labels when a domain is encoded. */
const LABEL_SEPARATORS = /[\u3002\uff0e\uff61]/;

function isValid(domain: string, schemeLength: number, length: number): boolean {
  if (schemeLength + length > MAX_URL_LENGTH) return false;
  if (!domain.split('.').every(isValidLabel)) return false;
  return !domain.startsWith('xn--') || latinDomains(domain).length > 0;
}

function isValidLabel(label: string): boolean {
  // Its ASCII form has at least one character for each of its code points, which are at most two units.
  if (label.length > 2 * MAX_LABEL_LENGTH) return false;
  const parts = label.split(LABEL_SEPARATORS).map(punycodeLength);
  return parts.reduce((sum, part) => sum + part, parts.length - 1) <= MAX_LABEL_LENGTH;
}

/** The parts of a domain that are Latin labels and a top-level domain. */
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
