import { withCommas } from '../../base/english.js';
import { isRecord } from '../../base/is-record.js';
import { nearestName, sameName } from '../../base/nearest-name.js';
import type {
  Field,
  Fields,
  InputOf,
  ListField,
  RecordField,
  TextField,
} from '../definition/tool-definition.js';
import { coerceBoolean, coerceInteger, isSimple, parsedJson } from './loose-values.js';

/** One invalid argument. */
export interface InputProblem {
  /** The path of the argument: `overrides[0].privacy`. */
  readonly field: string;
  /** What it must be, and what was passed instead. */
  readonly problem: string;
  readonly example?: unknown;
}

export type InputReading<Input> =
  | { readonly ok: true; readonly input: Input }
  | { readonly ok: false; readonly problems: readonly InputProblem[] };

/** Problems in an answer: more would not help, and each takes time to describe. */
const MAX_PROBLEMS = 20;

/**
 * Reads the arguments of a call. The form is lenient: JSON in a string for a list or object, a single value for a
 * list, `null` for absent, aliases for names and values. The meaning is strict. All problems are returned at once, up to 20.
 */
export function readInput<const All extends Fields>(fields: All, args: unknown): InputReading<InputOf<All>> {
  const problems: InputProblem[] = [];
  const given = typeof args === 'string' ? parsedJson(args) : (args ?? {});
  if (!isRecord(given)) {
    const problem = `must be an object, not ${shown(args)}`;
    return { ok: false, problems: [{ field: 'arguments', problem, example: smallestCall(fields) }] };
  }
  const input = readRecord(fields, given, '', problems);
  // Every value has been checked against the field from which InputOf derives its type.
  return problems.length === 0 ? { ok: true, input: input as InputOf<All> } : { ok: false, problems };
}

/** The minimal call, with the example of each required argument. */
function smallestCall(fields: Fields): Readonly<Record<string, unknown>> {
  const required = Object.entries(fields).filter(([, field]) => field.required);
  return Object.fromEntries(required.map(([name, { example }]) => [name, example]));
}

function readRecord(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
  path: string,
  problems: InputProblem[],
): Record<string, unknown> {
  const values = namedValues(fields, given, path, problems);
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const at = path + name;
    const value = values.get(name);
    if (value === undefined || (value === null && !field.nullable) || isBlank(field, value)) {
      if (field.required && !input[name]) problems.push(problemAt(at, field, 'is required'));
      continue;
    }
    if (value === null) {
      input[name] = null;
      continue;
    }
    const read = readValue(field, value, at, problems);
    if (read !== undefined) input[name] = read;
  }
  return input;
}

/** An empty string counts as absent for a required argument. */
function isBlank(field: Field, value: unknown): boolean {
  return (
    field.required === true && field.type === 'string' && typeof value === 'string' && value.trim() === ''
  );
}

/** The values by the arguments' own names. */
function namedValues(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
  path: string,
  problems: InputProblem[],
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [key, value] of Object.entries(given)) {
    if (problems.length >= MAX_PROBLEMS) break;
    const name = nameOf(fields, key);
    if (name === undefined) {
      if (value !== null && value !== undefined) problems.push(unknownArgument(fields, key, path));
      continue;
    }
    const [target, moved] = moveSeveral(fields, name, value);
    const earlier = values.get(target);
    if (earlier === undefined || earlier === null) values.set(target, moved);
    else if (moved !== null && JSON.stringify(earlier) !== JSON.stringify(moved)) {
      problems.push({
        field: path + target,
        problem: `was passed twice with different values, also as ${key}`,
      });
    }
  }
  return values;
}

/** Moves several values for a single-value argument to the argument that takes a list. */
function moveSeveral(fields: Fields, name: string, value: unknown): [name: string, value: unknown] {
  const field = fields[name];
  if (field?.type !== 'string' || field.severalAs === undefined) return [name, value];
  const list = listOf(value, true);
  return list.length > 1 ? [field.severalAs, list] : [name, value];
}

function nameOf(fields: Fields, key: string): string | undefined {
  if (Object.hasOwn(fields, key)) return key;
  const byName = Object.keys(fields).find((name) => sameName(name, key));
  if (byName !== undefined) return byName;
  return Object.entries(fields).find(([, field]) =>
    field.aliases?.some((alias) => sameName(alias, key)),
  )?.[0];
}

function unknownArgument(fields: Fields, key: string, path: string): InputProblem {
  const close = nearestName(key, Object.keys(fields));
  const known = Object.keys(fields).join(', ');
  const advice = close === undefined ? `the arguments are ${known}` : `did you mean ${path}${close}?`;
  return { field: path + key, problem: `is not an argument of this tool: ${advice}` };
}

function readValue(field: Field, value: unknown, at: string, problems: InputProblem[]): unknown {
  switch (field.type) {
    case 'string':
      return readText(field, value, at, problems);
    case 'integer': {
      const number = coerceInteger(value);
      if (number !== undefined && number >= field.minimum && number <= field.maximum) return number;
      const range = `${field.minimum} to ${field.maximum}`;
      problems.push(problemAt(at, field, `must be a whole number from ${range}, not ${shown(value)}`));
      return undefined;
    }
    case 'boolean': {
      const answer = coerceBoolean(value);
      if (answer === undefined)
        problems.push(problemAt(at, field, `must be true or false, not ${shown(value)}`));
      return answer;
    }
    case 'array':
      return readList(field, value, at, problems);
    case 'object':
      return readObject(field, value, at, problems);
  }
}

function readText(
  field: TextField,
  value: unknown,
  at: string,
  problems: InputProblem[],
): string | undefined {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof single === 'number' || typeof single === 'boolean')
    return readText(field, String(single), at, problems);
  if (typeof single !== 'string') {
    problems.push(problemAt(at, field, `must be a single string, not ${shown(value)}`));
    return undefined;
  }
  if (field.maxLength !== undefined && single.length > field.maxLength) {
    const length = withCommas(single.length);
    const most = withCommas(field.maxLength);
    problems.push({ field: at, problem: `has ${length} characters; the maximum is ${most}` });
    return undefined;
  }
  const word = single.trim().toLowerCase();
  const meant = field.synonyms && Object.hasOwn(field.synonyms, word) ? field.synonyms[word] : undefined;
  if (field.values === undefined) return meant ?? single;
  const known = meant ?? field.values.find((one) => sameName(one, word));
  if (known === undefined) {
    const problem = `must be one of ${field.values.join(', ')}, not ${shown(single)}`;
    problems.push({
      ...problemAt(at, field, problem),
      example: nearestName(single, field.values) ?? field.example,
    });
  }
  return known;
}

function readList(
  field: ListField,
  value: unknown,
  at: string,
  problems: InputProblem[],
): unknown[] | undefined {
  const words = field.items.type === 'string' && field.items.values !== undefined;
  const list = field.keyedBy === undefined ? listOf(value, words) : keyedList(value, field.keyedBy);
  const items = list.filter((item) => item !== null && item !== undefined);
  if (field.maxItems !== undefined && items.length > field.maxItems) {
    problems.push({ field: at, problem: `has ${items.length} entries; the maximum is ${field.maxItems}` });
    return undefined;
  }
  const read: unknown[] = [];
  for (const [index, item] of items.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    const place = items.length === 1 && !Array.isArray(value) && words ? at : `${at}[${index}]`;
    read.push(readValue(field.items, item, place, problems));
  }
  return words ? [...new Set(read)] : read;
}

function readObject(field: RecordField, value: unknown, at: string, problems: InputProblem[]): unknown {
  const record = typeof value === 'string' ? parsedJson(value) : value;
  if (isRecord(record)) {
    return field.open
      ? readOpenRecord(field, record, at, problems)
      : readRecord(field.fields, record, `${at}.`, problems);
  }
  problems.push(problemAt(at, field, `must be an object, not ${shown(value)}`));
  return undefined;
}

/** A record that accepts any name with a simple value, or `null` to reset it. */
function readOpenRecord(
  field: RecordField,
  record: Readonly<Record<string, unknown>>,
  at: string,
  problems: InputProblem[],
): Record<string, unknown> {
  const given = Object.entries(record).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (value === null || isSimple(value)) continue;
    problems.push(
      problemAt(
        `${at}.${name}`,
        field,
        `must be a string, a number, true, false or a list of strings, not ${shown(value)}`,
      ),
    );
  }
  return Object.fromEntries(given);
}

/** A list, from an array, a JSON string, comma-separated words (if its items are words), or a single value. */
function listOf(value: unknown, words: boolean): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return value === null || value === undefined ? [] : [value];
  const parsed = parsedJson(value);
  if (Array.isArray(parsed)) return parsed;
  const parts = words ? value.split(',').map((part) => part.trim()) : [value];
  return parts.filter((part) => part !== '');
}

/** A list of records, also from `{key: record}`. */
function keyedList(value: unknown, key: string): readonly unknown[] {
  const given = typeof value === 'string' ? (parsedJson(value) ?? value) : value;
  if (!isRecord(given) || Object.hasOwn(given, key)) return listOf(given, false);
  const entries = Object.entries(given);
  if (entries.length === 0) return [];
  if (!entries.every(([, inner]) => isRecord(inner) || typeof inner === 'string')) return [given];
  return entries.map(([name, inner]) => ({ [key]: name, ...(isRecord(inner) ? inner : { text: inner }) }));
}

function problemAt(at: string, field: Field, problem: string): InputProblem {
  return field.example === undefined
    ? { field: at, problem }
    : { field: at, problem, example: field.example };
}

/** A value in a message, shortened. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
