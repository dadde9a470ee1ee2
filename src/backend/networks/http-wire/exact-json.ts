const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** 2^53 has 16 digits. */
const LONG_DIGITS = /\d{16}/;
const INTEGER = /^-?\d+$/;
/** From the start of a number to its end, in well-formed JSON. */
const NUMBER = /[-+\d.eE]+/y;

/**
 * Parses JSON. Integers that a JavaScript number cannot hold exactly become strings: they are ids. Node 20 gives a reviver
 * no access to the source of a number.
 *
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  // First as it is: with quotes added, some malformed texts would be well-formed.
  const parsed: unknown = JSON.parse(text);
  return LONG_DIGITS.test(text) ? JSON.parse(withQuotedIntegers(text)) : parsed;
}

/** One pass, without a regular expression for strings: a long one would exhaust its stack. */
function withQuotedIntegers(json: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < json.length; ) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = afterString(json, at);
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(json)?.[0] ?? '';
      if (INTEGER.test(number) && !Number.isSafeInteger(Number(number))) {
        parts.push(json.slice(copied, at), `"${number}"`);
        copied = at + number.length;
      }
      at += number.length;
    } else at += 1;
  }
  return parts.join('') + json.slice(copied);
}

function afterString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}
