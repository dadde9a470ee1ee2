import type * as z from 'zod';
import { nearestName } from '../../../base/nearest-name.js';
import type { Issue } from '../../../contract/errors.js';
import { isPlatform, PLATFORM_ALIASES } from '../../../contract/platforms.js';
import { fieldNamesAt } from './schema-fields.js';

type ZodIssue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** The part of the request that has the issue. */
export type Part = 'path' | 'query' | 'body';

/** Characters of a rejected value that are quoted. */
const MAX_QUOTED_LENGTH = 100;

/** Issues reported per part: finding similar names takes time. */
const MAX_ISSUES = 100;

/** Turns zod's issues with one part of a request into issues of the API. */
export function issuesIn(
  part: Part,
  schema: z.ZodType,
  value: unknown,
  issues: readonly ZodIssue[],
): Issue[] {
  const found: Issue[] = [];
  for (const issue of issues) {
    const left = MAX_ISSUES - found.length;
    if (left <= 0) break;
    if (issue.code !== 'unrecognized_keys') found.push(issueAt(part, issue, valueAt(value, issue.path)));
    else {
      const known = fieldNamesAt(schema, issue.path);
      for (const key of issue.keys.slice(0, left)) found.push(unknownField(part, issue.path, key, known));
    }
  }
  return found;
}

function unknownField(part: Part, path: Path, key: string, known: readonly string[]): Issue {
  const meant = nearestName(key, known);
  return {
    code: 'field_unknown',
    severity: 'error',
    message: `Unknown ${UNKNOWN_NAMES[part]} \`${pathName([...path, key])}\`.${didYouMean(meant)}`,
    ...locationOf(part, [...path, key]),
    ...(meant === undefined ? { allowed: [...known] } : { fix: `Rename it to \`${meant}\` or remove it.` }),
  };
}

function issueAt(part: Part, issue: ZodIssue, found: unknown): Issue {
  const { message, ...rest } = describe(issue, found);
  // "must be …" continues from the name; a complete sentence follows a colon.
  const joint = /^[a-z]/.test(message) ? ' ' : ': ';
  return {
    severity: 'error',
    message: `${nameOf(part, issue.path)}${joint}${message}`,
    ...locationOf(part, issue.path),
    ...rest,
  };
}

type Described = Omit<Issue, 'severity' | 'pointer'>;

function describe(issue: ZodIssue, found: unknown): Described {
  if (found === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) {
    return { code: 'field_required', message: 'is required.', ...allowedBy(issue) };
  }
  switch (issue.code) {
    case 'invalid_type':
      // JSON allows 1e400, which is read as infinity.
      if (found === Number.POSITIVE_INFINITY || found === Number.NEGATIVE_INFINITY) {
        return { code: 'too_large', message: 'is a number outside the range of 64-bit floating point.' };
      }
      return {
        code: 'type_invalid',
        message: `must be ${withArticle(issue.expected)}, not ${kindOf(found)}.`,
      };
    case 'invalid_union': {
      const kinds = formsOf(issue).map(String);
      if (kinds.length === 0) return { code: 'value_invalid', message: 'has none of the allowed forms.' };
      if (found === undefined) return { code: 'field_required', message: 'is required.', allowed: kinds };
      const message = `must be one of ${kinds.join(', ')}.${didYouMean(nearestValue(found, kinds))}`;
      return { code: 'value_not_allowed', message, allowed: kinds, ...actual(found) };
    }
    case 'invalid_value': {
      const values = issue.values.map(String);
      const message = `must be one of ${values.join(', ')}.${didYouMean(nearestValue(found, values))}`;
      return { code: 'value_not_allowed', message, ...allowedBy(issue), ...actual(found) };
    }
    case 'too_big':
      return { code: 'too_large', ...describeSize('at most', Number(issue.maximum), issue.origin, found) };
    case 'too_small':
      return { code: 'too_small', ...describeSize('at least', Number(issue.minimum), issue.origin, found) };
    case 'invalid_format':
      return {
        code: 'format_invalid',
        message: FORMATS[issue.format] ?? 'has an invalid format.',
        ...actual(found),
      };
    case 'custom':
      return {
        code: 'value_invalid',
        message: sentence(issue.message),
        ...allowedBy(issue),
        ...actual(found),
      };
    default:
      return {
        code: 'value_invalid',
        message: `is invalid: ${sentence(issue.message)}`,
        ...actual(found),
      };
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  url: 'must be an absolute URL, such as https://example.org/page.',
  datetime: 'must be a UTC timestamp, such as 2026-12-01T08:00:00.000Z.',
};

const SIZE_UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

function describeSize(bound: string, limit: number, origin: string, found: unknown): Omit<Described, 'code'> {
  const unit = SIZE_UNITS[origin];
  if (unit === undefined) return { message: `must be ${bound} ${limit}.`, limit, ...actual(found) };
  const size = typeof found === 'string' || Array.isArray(found) ? found.length : undefined;
  return {
    message: `must have ${bound} ${limit} ${limit === 1 ? SINGULAR[unit] : unit}${size === undefined ? '' : `; it has ${size}`}.`,
    limit,
    unit,
    ...(size === undefined ? {} : { actual: size }),
  };
}

const SINGULAR: Readonly<Record<string, string>> = { characters: 'character', entries: 'entry' };

/** The values of the field that tells the forms of an object apart; empty if no field does. */
function formsOf(issue: ZodIssue & { readonly code: 'invalid_union' }): readonly unknown[] {
  return 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
}

/** The allowed values: of an enum, or as named by a rule of the contract. */
function allowedBy(issue: ZodIssue): { allowed?: string[] } {
  if (issue.code === 'invalid_value') return { allowed: issue.values.map(String) };
  const named: unknown = issue.code === 'custom' ? issue.params?.['allowed'] : undefined;
  return Array.isArray(named) ? { allowed: named.map(String) } : {};
}

function nearestValue(found: unknown, values: readonly string[]): string | undefined {
  if (typeof found !== 'string') return undefined;
  const alias = PLATFORM_ALIASES[found.toLowerCase()];
  return alias !== undefined && values.every(isPlatform) ? alias : nearestName(found, values);
}

function didYouMean(name: string | undefined): string {
  return name === undefined ? '' : ` Did you mean \`${name}\`?`;
}

function actual(found: unknown): { actual?: string | number } {
  if (typeof found === 'number') return { actual: found };
  if (typeof found !== 'string') return {};
  return { actual: found.length > MAX_QUOTED_LENGTH ? `${found.slice(0, MAX_QUOTED_LENGTH)}…` : found };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return KINDS[typeof value] ?? typeof value;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
};

function withArticle(expected: string): string {
  const word = expected === 'int' ? 'integer' : expected;
  return `${/^[aeio]/.test(word) ? 'an' : 'a'} ${word}`;
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function valueAt(value: unknown, path: Path): unknown {
  let place = value;
  for (const step of path) {
    place = typeof place === 'object' && place !== null ? Reflect.get(place, step) : undefined;
  }
  return place;
}

const UNKNOWN_NAMES: Readonly<Record<Part, string>> = {
  path: 'path parameter',
  query: 'query parameter',
  body: 'field',
};

/** The field as written in the request, such as `overrides[0].link`. */
function nameOf(part: Part, path: Path): string {
  if (path.length === 0) return part === 'body' ? 'The body' : `The ${part}`;
  return `\`${pathName(path)}\``;
}

function pathName(path: Path): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${String(step)}`))
    .join('');
}

/** A JSON pointer for the body; a name for parameters of the URL. */
function locationOf(part: Part, path: Path): { pointer: string } | { field: string } {
  if (part !== 'body') return { field: path.map(String).join('.') };
  return {
    pointer: path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  };
}
