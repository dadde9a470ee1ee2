/** Deeper nesting than this is not looked into. */
const DEPTH_MAX = 200;

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const STRING_START = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/**
 * Where and why a text is not JSON, in words: `line 2, column 9: expected "," or "}"`. The engine's own
 * message names no position in some versions of Node, and quotes the text in others.
 */
export function findJsonFault(text: string): string {
  const fault = new Reader(text).faultOfDocument();
  const before = text.slice(0, fault.at).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${fault.reason}`;
}

interface Fault {
  readonly at: number;
  readonly reason: string;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  faultOfDocument(): Fault {
    const fault = this.#value(0);
    if (fault) return fault;
    this.#take(SPACE);
    return this.#fault('there is something after the end');
  }

  #value(depth: number): Fault | null {
    this.#take(SPACE);
    if (depth > DEPTH_MAX) return this.#fault(`nested more than ${DEPTH_MAX} levels deep`);
    const next = this.#text[this.#at];
    if (next === '{') return this.#members('}', () => this.#property(depth + 1));
    if (next === '[') return this.#members(']', () => this.#value(depth + 1));
    if (next === '"') return this.#string();
    if (this.#take(NUMBER) || this.#take(WORD)) return null;
    return this.#fault(
      next === undefined ? 'the text ends where a value is expected' : 'a value is expected',
    );
  }

  #members(end: '}' | ']', member: () => Fault | null): Fault | null {
    this.#at += 1;
    this.#take(SPACE);
    if (this.#skip(end)) return null;
    for (;;) {
      const fault = member();
      if (fault) return fault;
      this.#take(SPACE);
      if (this.#skip(end)) return null;
      if (!this.#skip(',')) return this.#fault(`"," or "${end}" is expected`);
    }
  }

  #property(depth: number): Fault | null {
    this.#take(SPACE);
    if (this.#text[this.#at] !== '"') return this.#fault('a name in double quotes is expected');
    const fault = this.#string();
    if (fault) return fault;
    this.#take(SPACE);
    return this.#skip(':') ? this.#value(depth) : this.#fault('":" is expected');
  }

  #string(): Fault | null {
    if (this.#take(STRING)) return null;
    this.#take(STRING_START);
    const next = this.#text[this.#at];
    if (next === undefined) return this.#fault('the text ends inside a string');
    return this.#fault(
      next === '\\'
        ? 'unknown escape in a string'
        : 'a line break or control character in a string must be escaped',
    );
  }

  #skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return false;
    this.#at += found[0].length;
    return true;
  }

  #fault(reason: string): Fault {
    return { at: this.#at, reason };
  }
}
