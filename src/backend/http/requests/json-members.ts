import { RequestRefused } from '../../operations/refusal.js';

/** No request of this API comes near this depth, and functions that recurse over a body stay far below the stack. */
const MAX_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Members of an object up to which comparing names is cheaper than a Set. */
const MAX_COMPARED = 8;

/** Characters of a member name that an error shows. */
const MAX_SHOWN_LENGTH = 100;

/** Valid UTF-8 has no surrogates of its own. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** Valid JSON has NUL only as this escape. PostgreSQL cannot store it in a text. */
const NUL_ESCAPE = '\\u0000';

/** What the strings of a body may contain: `any` leaves characters that no text may have to a later check. */
export type StringsOf = 'texts' | 'any';

/** The member names of one open object; null for an array. */
type Names = { list: string[]; set: Set<string> | null } | null;

/**
 * Refuses what `JSON.parse` accepts silently: members that appear twice in an object (the last one wins), `__proto__`,
 * nesting so deep that functions run out of stack, and in texts lone surrogates and NUL.
 *
 * @param text valid JSON: `JSON.parse` accepted it
 * @throws RequestRefused `malformed_request`
 */
export function refuseAmbiguousJson(text: string, strings: StringsOf = 'texts'): void {
  const hasEscapes = text.includes('\\');
  const checksTexts =
    strings === 'texts' && hasEscapes && (SURROGATE_ESCAPE.test(text) || text.includes(NUL_ESCAPE));
  const open: Names[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at, hasEscapes);
      const after = skipSpace(text, end + 1);
      const isName = text.charCodeAt(after) === COLON;
      if (isName || checksTexts) {
        const names = isName ? (open.at(-1) ?? null) : null;
        const fault = faultOfString(text.slice(at, end + 1), hasEscapes, checksTexts, names);
        if (fault !== null) throw malformed(text, at, fault);
      }
      at = after;
      continue;
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (open.length >= MAX_DEPTH) {
        throw malformed(text, at, `the body is nested more than ${MAX_DEPTH} levels deep`);
      }
      open.push(code === OPEN_BRACE ? { list: [], set: null } : null);
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) open.pop();
    at += 1;
  }
}

/** @param names of the object if the string is a member name @returns what is wrong */
function faultOfString(
  quoted: string,
  hasEscapes: boolean,
  checksTexts: boolean,
  names: Names,
): string | null {
  let content = quoted.slice(1, -1);
  if (hasEscapes && content.includes('\\')) {
    const value: unknown = JSON.parse(quoted);
    content = String(value);
    if (checksTexts && /\p{Cs}/u.test(content)) {
      return 'a string has an unpaired surrogate (half of a character outside the BMP)';
    }
    if (checksTexts && content.includes('\0')) {
      return 'a string contains a NUL character (\\u0000), which is not allowed in any text';
    }
  }
  if (names === null) return null;
  if (content === '__proto__') return 'a member must not be named "__proto__"';
  if (!isKnown(names, content)) return null;
  return `the member ${JSON.stringify(content.slice(0, MAX_SHOWN_LENGTH))} appears twice in its object`;
}

/** Whether the name is among the names, to which it is added. */
function isKnown(names: Exclude<Names, null>, name: string): boolean {
  if (names.set) {
    const { size } = names.set;
    return names.set.add(name).size === size;
  }
  if (names.list.includes(name)) return true;
  names.list.push(name);
  if (names.list.length > MAX_COMPARED) names.set = new Set(names.list);
  return false;
}

function endOfString(text: string, start: number, hasEscapes: boolean): number {
  let end = text.indexOf('"', start + 1);
  while (hasEscapes && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(text: string, quote: number): boolean {
  let at = quote - 1;
  while (text.charCodeAt(at) === BACKSLASH) at -= 1;
  return (quote - at) % 2 === 0;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

function malformed(text: string, offset: number, reason: string): RequestRefused {
  const lines = text.slice(0, offset).split('\n');
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
  return new RequestRefused('malformed_request', `The body cannot be accepted as JSON: ${place}: ${reason}.`);
}
