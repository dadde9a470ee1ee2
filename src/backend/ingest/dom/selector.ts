/** What a selector reads of an element. */
interface Selectable {
  /** Lower case. */
  readonly localName: string;
  readonly parentNode: object | null;
  readonly attributes: readonly unknown[];
  getAttribute(name: string): string | null;
}

export type ElementTest = (element: Selectable) => boolean;

/** Compiled selectors. There are few: all selectors are literals in the code. */
const compiled = new Map<string, ElementTest>();

/**
 * Compiles a selector. Supports the part of CSS that is used here: lists of names, `#id`, `.class`, `[attribute]` with
 * `=`, `~=`, `^=` and `*=`, descendants and children (`>`). Values are in double quotes, without spaces or commas.
 */
export function selectorTest(selector: string): ElementTest {
  const known = compiled.get(selector);
  if (known !== undefined) return known;
  const parts = selector.split(',').map((part) => part.trim());
  const names = new Set(parts.filter((part) => /^[\w-]+$/.test(part)).map((name) => name.toLowerCase()));
  const tests = parts.filter((part) => !/^[\w-]+$/.test(part)).map(pathTest);
  const test: ElementTest =
    tests.length === 0
      ? ({ localName }) => names.has(localName)
      : (element) => names.has(element.localName) || tests.some((one) => one(element));
  compiled.set(selector, test);
  return test;
}

/** `a > b c`, matched from right to left, because an element knows its parents. */
function pathTest(path: string): ElementTest {
  const steps = path.split(/\s+/);
  const last = partTest(steps.at(-1) ?? '');
  if (steps.length === 1) return last;
  const right = steps.at(-2) === '>';
  const outer = pathTest(steps.slice(0, right ? -2 : -1).join(' '));
  const around = ({ parentNode }: Selectable): Selectable | null =>
    parentNode !== null && 'localName' in parentNode ? (parentNode as Selectable) : null;
  return (element) => {
    if (!last(element)) return false;
    for (let at = around(element); at !== null; at = around(at)) {
      if (outer(at)) return true;
      if (right) return false;
    }
    return false;
  };
}

const PIECE = /([\w-]+)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:([~^*]?=)"([^"]*)")?\]/y;

/** `name.class[attribute="value"]`: the conditions on one element. */
function partTest(part: string): ElementTest {
  const tests: ElementTest[] = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < part.length) {
    const from = PIECE.lastIndex;
    const piece = PIECE.exec(part);
    if (piece === null) throw new Error(`Unsupported selector: ${part.slice(from)}`);
    const [, name, id, className, attribute, sign, value = ''] = piece;
    if (name !== undefined) tests.push(({ localName }) => localName === name);
    else if (id !== undefined) tests.push(valueTest('id', '=', id));
    else if (className !== undefined) tests.push(valueTest('class', '~=', className));
    else if (attribute !== undefined) tests.push(valueTest(attribute, sign, value));
  }
  const [only] = tests;
  return tests.length === 1 && only !== undefined ? only : (element) => tests.every((test) => test(element));
}

function valueTest(attribute: string, sign: string | undefined, value: string): ElementTest {
  const compare = (has: string): boolean => {
    switch (sign) {
      case undefined:
        return true;
      case '=':
        return has === value;
      case '^=':
        return has.startsWith(value);
      case '*=':
        return has.includes(value);
      default:
        return has.includes(value) && has.split(/\s+/).includes(value);
    }
  };
  return (element) => {
    if (element.attributes.length === 0) return false;
    const has = element.getAttribute(attribute);
    return has !== null && compare(has);
  };
}
