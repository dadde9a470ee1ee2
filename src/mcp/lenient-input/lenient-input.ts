import type {
  Field,
  Fields,
  InputOf,
  ListField,
  RecordField,
  TextField,
} from '../definition/tool-definition.js';
import { coerceBoolean, coerceInteger, isRecord, isSimple, parsedJson } from './loose-values.js';
import { nearest, sameName } from './name-matching.js';

/** One argument that could not be read. */
export interface InputFault {
  /** The argument, with its place inside: `overrides[0].privacy`. */
  readonly field: string;
  /** What it must be, and what came instead. */
  readonly problem: string;
  readonly example?: unknown;
}

export type InputReading<Input> =
  | { readonly ok: true; readonly input: Input }
  | { readonly ok: false; readonly faults: readonly InputFault[] };

/**
 * Reads the arguments of a call: generously in their form (JSON in a string where a list or object is meant,
 * one value for a list of one, `null` for absent, other names for arguments and values), strictly in their
 * meaning. All faults come back at once.
 */
export function readInput<const All extends Fields>(fields: All, args: unknown): InputReading<InputOf<All>> {
  const faults: InputFault[] = [];
  const given = typeof args === 'string' ? parsedJson(args) : (args ?? {});
  if (!isRecord(given)) {
    const problem = `must be an object, not ${shown(args)}`;
    return { ok: false, faults: [{ field: 'arguments', problem, example: smallestCall(fields) }] };
  }
  const input = readRecord(fields, given, '', faults);
  // The reader has checked every value against the field that InputOf derives its type from.
  return faults.length === 0 ? { ok: true, input: input as InputOf<All> } : { ok: false, faults };
}

/** What a call must hold at the least, with the example of each argument. */
function smallestCall(fields: Fields): Readonly<Record<string, unknown>> {
  const required = Object.entries(fields).filter(([, field]) => field.required);
  return Object.fromEntries(required.map(([name, { example }]) => [name, example]));
}

function readRecord(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
  path: string,
  faults: InputFault[],
): Record<string, unknown> {
  const values = namedValues(fields, given, path, faults);
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const at = path + name;
    const value = values.get(name);
    if (value === undefined || (value === null && !field.nullable) || isBlank(field, value)) {
      if (field.required && !input[name]) faults.push(fault(at, field, 'is required'));
      continue;
    }
    if (value === null) {
      input[name] = null;
      continue;
    }
    const read = readValue(field, value, at, faults);
    if (read !== undefined) input[name] = read;
  }
  return input;
}

/** An empty text where one is required says no more than nothing. */
function isBlank(field: Field, value: unknown): boolean {
  return (
    field.required === true && field.type === 'string' && typeof value === 'string' && value.trim() === ''
  );
}

/** The values under the arguments' own names. */
function namedValues(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
  path: string,
  faults: InputFault[],
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [key, value] of Object.entries(given)) {
    const name = nameOf(fields, key);
    if (name === undefined) {
      if (value !== null && value !== undefined) faults.push(unknownArgument(fields, key, path));
      continue;
    }
    const [target, moved] = moveSeveral(fields, name, value);
    const earlier = values.get(target);
    if (earlier === undefined || earlier === null) values.set(target, moved);
    else if (moved !== null && JSON.stringify(earlier) !== JSON.stringify(moved)) {
      faults.push({ field: path + target, problem: `was given twice, as ${key} too, with different values` });
    }
  }
  return values;
}

/** Several values for an argument that takes one become the argument that takes several. */
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

function unknownArgument(fields: Fields, key: string, path: string): InputFault {
  const close = nearest(key, Object.keys(fields));
  const known = Object.keys(fields).join(', ');
  const advice = close === undefined ? `the arguments are ${known}` : `did you mean ${path}${close}`;
  return { field: path + key, problem: `is not an argument of this tool: ${advice}` };
}

function readValue(field: Field, value: unknown, at: string, faults: InputFault[]): unknown {
  switch (field.type) {
    case 'string':
      return readText(field, value, at, faults);
    case 'integer': {
      const number = coerceInteger(value);
      if (number !== undefined && number >= field.minimum && number <= field.maximum) return number;
      const range = `${field.minimum} to ${field.maximum}`;
      faults.push(fault(at, field, `must be a whole number from ${range}, not ${shown(value)}`));
      return undefined;
    }
    case 'boolean': {
      const answer = coerceBoolean(value);
      if (answer === undefined) faults.push(fault(at, field, `must be true or false, not ${shown(value)}`));
      return answer;
    }
    case 'array':
      return readList(field, value, at, faults);
    case 'object':
      return readObject(field, value, at, faults);
  }
}

function readText(field: TextField, value: unknown, at: string, faults: InputFault[]): string | undefined {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof single === 'number' || typeof single === 'boolean')
    return readText(field, String(single), at, faults);
  if (typeof single !== 'string') {
    faults.push(fault(at, field, `must be one text, not ${shown(value)}`));
    return undefined;
  }
  if (field.maxLength !== undefined && single.length > field.maxLength) {
    const length = single.length.toLocaleString('en');
    const most = field.maxLength.toLocaleString('en');
    faults.push({ field: at, problem: `has ${length} characters; at most ${most} are taken` });
    return undefined;
  }
  const word = single.trim().toLowerCase();
  const meant = field.synonyms && Object.hasOwn(field.synonyms, word) ? field.synonyms[word] : undefined;
  if (field.values === undefined) return meant ?? single;
  const known = meant ?? field.values.find((one) => sameName(one, word));
  if (known === undefined) {
    const problem = `must be one of ${field.values.join(', ')}, not ${shown(single)}`;
    faults.push({ ...fault(at, field, problem), example: nearest(single, field.values) ?? field.example });
  }
  return known;
}

function readList(field: ListField, value: unknown, at: string, faults: InputFault[]): unknown[] | undefined {
  const words = field.items.type === 'string' && field.items.values !== undefined;
  const list = field.keyedBy === undefined ? listOf(value, words) : keyedList(value, field.keyedBy);
  const items = list.filter((item) => item !== null && item !== undefined);
  if (field.maxItems !== undefined && items.length > field.maxItems) {
    faults.push({ field: at, problem: `has ${items.length} entries; at most ${field.maxItems} are taken` });
    return undefined;
  }
  const read = items.map((item, index) => {
    const place = items.length === 1 && !Array.isArray(value) && words ? at : `${at}[${index}]`;
    return readValue(field.items, item, place, faults);
  });
  return words ? [...new Set(read)] : read;
}

function readObject(field: RecordField, value: unknown, at: string, faults: InputFault[]): unknown {
  const record = typeof value === 'string' ? parsedJson(value) : value;
  if (isRecord(record)) {
    return field.open
      ? readOpenRecord(field, record, at, faults)
      : readRecord(field.fields, record, `${at}.`, faults);
  }
  faults.push(fault(at, field, `must be an object, not ${shown(value)}`));
  return undefined;
}

/** A record that takes any name with a simple value. */
function readOpenRecord(
  field: RecordField,
  record: Readonly<Record<string, unknown>>,
  at: string,
  faults: InputFault[],
): Record<string, unknown> {
  const given = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of given) {
    if (isSimple(value)) continue;
    faults.push(
      fault(
        `${at}.${name}`,
        field,
        `must be a text, a number, true, false or a list of texts, not ${shown(value)}`,
      ),
    );
  }
  return Object.fromEntries(given);
}

/** A list as it is, in a JSON string, as words between commas (where its items are words), or of one value. */
function listOf(value: unknown, words: boolean): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return value === null || value === undefined ? [] : [value];
  const parsed = parsedJson(value);
  if (Array.isArray(parsed)) return parsed;
  const parts = words ? value.split(',').map((part) => part.trim()) : [value];
  return parts.filter((part) => part !== '');
}

/** A list of records, also where they came as `{key: record}`. */
function keyedList(value: unknown, key: string): readonly unknown[] {
  const given = typeof value === 'string' ? (parsedJson(value) ?? value) : value;
  if (!isRecord(given) || Object.hasOwn(given, key)) return listOf(given, false);
  const entries = Object.entries(given);
  if (entries.length === 0) return [];
  if (!entries.every(([, inner]) => isRecord(inner) || typeof inner === 'string')) return [given];
  return entries.map(([name, inner]) => ({ [key]: name, ...(isRecord(inner) ? inner : { text: inner }) }));
}

function fault(at: string, field: Field, problem: string): InputFault {
  return field.example === undefined
    ? { field: at, problem }
    : { field: at, problem, example: field.example };
}

/** A value as it is shown in a message: short. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
