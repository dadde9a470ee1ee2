import { isRecord } from '../../base/is-record.js';
import { ANSWERS, SHAPES } from './answer-shapes.generated.js';

/** How an answer differs from what the contract says. */
export interface ShapeFault {
  /** Where: `targets[0].status`; empty for the whole answer. */
  readonly path: string;
  /** What is wrong there: `is missing`, `is a list, not an object`. */
  readonly problem: string;
}

type Check = (value: unknown, path: string) => ShapeFault | null;

interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly check: Check;
}

/**
 * Compares an answer with the contract: every field that is always there, and what kind of value it has. Further
 * fields and new values of an enum are accepted, since a newer backend may send them.
 *
 * @param name an operation, such as `posts.get`
 */
export function answerFault(name: string, answer: unknown): ShapeFault | null {
  return checkOf(lineOf(ANSWERS, name) ?? '*')(answer, '');
}

/** The fields of an object that have the wrong kind of value, among the fields that its type knows. */
export function wrongFields(name: string, value: Readonly<Record<string, unknown>>): string[] {
  const wrong = fieldsOf(name).filter(
    (field) => value[field.name] !== undefined && field.check(value[field.name], ''),
  );
  return wrong.map((field) => field.name);
}

const checks = new Map<string, Check>();
const shapes = new Map<string, readonly Field[]>();

/**
 * The check of a type: `s` text, `n` number, `b` boolean, `t` time, `*` anything, `=x` the text x, `#Name` an object
 * of that shape; before a type, `[` a list of it, `{` an object with such values, and `~` also null.
 */
function checkOf(type: string): Check {
  const known = checks.get(type);
  if (known) return known;
  const check = madeCheck(type);
  checks.set(type, check);
  return check;
}

function madeCheck(type: string): Check {
  const rest = type.slice(1);
  switch (type.charAt(0)) {
    case '~': {
      const check = checkOf(rest);
      return (value, path) => (value === null ? null : check(value, path));
    }
    case '[':
      return (value, path) =>
        Array.isArray(value)
          ? firstFault(value, (item, index) => checkOf(rest)(item, `${path}[${index}]`))
          : not('a list', value, path);
    case '{':
      return (value, path) =>
        isRecord(value)
          ? firstFault(Object.entries(value), ([name, item]) => checkOf(rest)(item, joined(path, name)))
          : not('an object', value, path);
    case '#':
      return checkOfShape(rest);
    case '=':
      return (value, path) => (value === rest ? null : { path, problem: `is not "${rest}"` });
    case 's':
      return (value, path) => (typeof value === 'string' ? null : not('a text', value, path));
    case 'n':
      return (value, path) => (typeof value === 'number' ? null : not('a number', value, path));
    case 'b':
      return (value, path) => (typeof value === 'boolean' ? null : not('true or false', value, path));
    case 't':
      return (value, path) =>
        typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? null : not('a time', value, path);
    default:
      return () => null;
  }
}

function checkOfShape(name: string): Check {
  const alias = lineOf(SHAPES, name)?.match(/^= (.*)$/)?.[1];
  if (alias !== undefined) return checkOf(alias);
  return (value, path) => {
    if (!isRecord(value)) return not('an object', value, path);
    for (const { name: field, isOptional, check } of fieldsOf(name)) {
      const found = value[field];
      if (isOptional && found === undefined) continue;
      const fault = check(found, joined(path, field));
      if (fault) return fault;
    }
    return null;
  };
}

function fieldsOf(name: string): readonly Field[] {
  const known = shapes.get(name);
  if (known) return known;
  const fields = (lineOf(SHAPES, name) ?? '').split(' ').flatMap((word): readonly Field[] => {
    if (word.startsWith('+')) return fieldsOf(word.slice(1));
    const [field = '', type = '*'] = word.split(/\??:/);
    return field === '' ? [] : [{ name: field, isOptional: word.includes('?:'), check: checkOf(type) }];
  });
  shapes.set(name, fields);
  return fields;
}

/** What follows a name at the start of a line. */
function lineOf(text: string, name: string): string | null {
  const start = text.indexOf(`\n${name} `);
  if (start === -1) return null;
  const from = start + name.length + 2;
  return text.slice(from, text.indexOf('\n', from));
}

function firstFault<Item>(
  items: readonly Item[],
  faultOf: (item: Item, index: number) => ShapeFault | null,
): ShapeFault | null {
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, index);
    if (fault) return fault;
  }
  return null;
}

/** The names in a map come from the answer: what is not a plain word is not repeated. */
function joined(path: string, name: string): string {
  const plain = /^[\w-]{1,64}$/.test(name) ? name : '…';
  return path === '' ? plain : `${path}.${plain}`;
}

function not(expected: string, value: unknown, path: string): ShapeFault {
  return { path, problem: value === undefined ? 'is missing' : `is ${kindOf(value)}, not ${expected}` };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'object':
      return 'an object';
    default:
      return `a ${typeof value}`;
  }
}
