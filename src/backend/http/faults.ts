import type * as z from 'zod';
import { nearestName } from '../../base/nearest-name.js';
import type { Issue } from '../../contract/errors.js';
import { isPlatform, PLATFORM_ALIASES } from '../../contract/platforms.js';
import { fieldNamesAt } from './schema-fields.js';

type ZodIssue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Which part of the request a fault lies in. */
export type Part = 'path' | 'query' | 'body';

/** A found value is quoted up to this many characters. */
const QUOTED_MAX = 100;

/** Most faults of one part that are told: nobody mends more at once, and finding near names takes time. */
const FAULTS_MAX = 100;

/** What zod found wrong with one part of a request, in words for whoever wrote it. */
export function faultsIn(
  part: Part,
  schema: z.ZodType,
  value: unknown,
  issues: readonly ZodIssue[],
): Issue[] {
  return issues
    .slice(0, FAULTS_MAX)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, FAULTS_MAX)
            .map((key) => unknownField(part, issue.path, key, fieldNamesAt(schema, issue.path)))
        : [faultAt(part, issue, valueAt(value, issue.path))],
    );
}

function unknownField(part: Part, path: Path, key: string, known: readonly string[]): Issue {
  const meant = nearestName(key, known);
  return {
    code: 'field_unknown',
    severity: 'error',
    message: `${nameOf(part, [...path, key])} is not known here.${didYouMean(meant)}`,
    ...placeOf(part, [...path, key]),
    ...(meant === undefined
      ? { allowed: [...known] }
      : { fix: `Rename it to \`${meant}\`, or leave it out.` }),
  };
}

function faultAt(part: Part, issue: ZodIssue, found: unknown): Issue {
  const { message, ...rest } = faultOf(issue, found);
  // "must be …" goes on from the name; a sentence of its own stands after a colon.
  const joint = /^[a-z]/.test(message) ? ' ' : ': ';
  return {
    severity: 'error',
    message: `${nameOf(part, issue.path)}${joint}${message}`,
    ...placeOf(part, issue.path),
    ...rest,
  };
}

type Fault = Omit<Issue, 'severity' | 'pointer'>;

function faultOf(issue: ZodIssue, found: unknown): Fault {
  if (found === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) {
    return { code: 'field_required', message: 'is required.', ...allowedBy(issue) };
  }
  switch (issue.code) {
    case 'invalid_type':
      return {
        code: 'type_invalid',
        message: `must be ${withArticle(issue.expected)}, not ${kindOf(found)}.`,
      };
    case 'invalid_value': {
      const values = issue.values.map(String);
      const message = `must be one of ${values.join(', ')}.${didYouMean(nearestValue(found, values))}`;
      return { code: 'value_not_allowed', message, ...allowedBy(issue), ...actual(found) };
    }
    case 'too_big':
      return { code: 'too_large', ...sizeFault('at most', Number(issue.maximum), issue.origin, found) };
    case 'too_small':
      return { code: 'too_small', ...sizeFault('at least', Number(issue.minimum), issue.origin, found) };
    case 'invalid_format':
      return {
        code: 'format_invalid',
        message: FORMATS[issue.format] ?? 'has the wrong form.',
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
        message: `cannot be used: ${sentence(issue.message)}`,
        ...actual(found),
      };
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  url: 'must be a whole address, such as https://example.org/page.',
  datetime: 'must be an instant in UTC, such as 2026-12-01T08:00:00.000Z.',
};

const SIZE_UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

function sizeFault(bound: string, limit: number, origin: string, found: unknown): Omit<Fault, 'code'> {
  const unit = SIZE_UNITS[origin];
  if (unit === undefined) return { message: `must be ${bound} ${limit}.`, limit, ...actual(found) };
  const size = typeof found === 'string' || Array.isArray(found) ? found.length : undefined;
  return {
    message: `must have ${bound} ${limit} ${limit === 1 ? SINGULAR[unit] : unit}${size === undefined ? '' : `, and has ${size}`}.`,
    limit,
    unit,
    ...(size === undefined ? {} : { actual: size }),
  };
}

const SINGULAR: Readonly<Record<string, string>> = { characters: 'character', entries: 'entry' };

/** Values to choose from: of an enum, or as a rule of the contract names them. */
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
  return { actual: found.length > QUOTED_MAX ? `${found.slice(0, QUOTED_MAX)}…` : found };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return KINDS[typeof value] ?? typeof value;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
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

const PART_NAMES: Readonly<Record<Part, string>> = {
  path: 'Path parameter ',
  query: 'Query parameter ',
  body: '',
};

/** `overrides[0].link`, as the field is written in the request. */
function nameOf(part: Part, path: Path): string {
  if (path.length === 0) return part === 'body' ? 'The body' : `The ${part}`;
  const name = path.map((step, index) =>
    typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${String(step)}`,
  );
  return `${PART_NAMES[part]}\`${name.join('')}\``;
}

/** Pointers lead into the body; what lies in the address is named. */
function placeOf(part: Part, path: Path): { pointer: string } | { field: string } {
  if (part !== 'body') return { field: path.map(String).join('.') };
  return {
    pointer: path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  };
}
