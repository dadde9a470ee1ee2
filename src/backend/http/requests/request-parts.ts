import type * as z from 'zod';
import type { Issue } from '../../../contract/errors.js';
import type { Operation } from '../../../contract/operation.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { SentFile } from '../../operations/sent-file.js';
import { issuesIn, type Part } from './validation-issues.js';

/** The parts of a request as received. */
export interface SentParts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** A body that is a file: not validated here. */
  readonly file?: SentFile | null;
}

/** The validated parts of a request; undefined for parts that the operation does not have. */
export interface CheckedParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: SentFile | null;
}

/**
 * Validates a request against its operation's schemas.
 *
 * @throws RequestRefused `validation_failed` with all issues of all parts
 */
export function checkParts(operation: Operation, sent: SentParts): CheckedParts {
  const errors: Issue[] = [];
  const check = (part: Part, schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value);
    if (!result.success) errors.push(...issuesIn(part, schema, value, result.error.issues));
    return result.data;
  };

  const params = check('path', operation.params, sent.path);
  const query = operation.query ? checkedQuery(operation.query, sent.query, errors) : undefined;
  const body = sent.file ? undefined : check('body', operation.body, sent.body);
  if (errors.length > 0) throw validationFailed(errors);
  return { params, query, body, file: sent.file ?? null };
}

function validationFailed(errors: Issue[]): RequestRefused {
  const [first] = errors;
  const rest = errors.length - 1;
  const detail = `${first?.message ?? ''}${rest > 0 ? ` ${rest} more ${rest === 1 ? 'issue' : 'issues'} in \`errors\`.` : ''}`;
  return new RequestRefused('validation_failed', detail, { errors });
}

function checkedQuery(schema: z.ZodObject, sent: URLSearchParams, errors: Issue[]): unknown {
  const values = singleValues(sent, errors);
  const empty = new Set(
    Object.keys(values).filter((name) => values[name] === '' && Object.hasOwn(schema.shape, name)),
  );
  const result = schema.safeParse(values);
  for (const name of empty) errors.push(emptyValue(name));
  if (!result.success) {
    const issues = issuesIn('query', schema, values, result.error.issues);
    errors.push(...issues.filter(({ field = '' }) => !empty.has(field)));
  }
  return result.data;
}

function emptyValue(name: string): Issue {
  return {
    code: 'value_invalid',
    severity: 'error',
    message: `\`${name}\` is empty.`,
    field: name,
    fix: 'Send a value, or leave the parameter out.',
  };
}

function singleValues(query: URLSearchParams, errors: Issue[]): Record<string, string> {
  // One pass: `getAll` reads the whole query for each name.
  const values = new Map<string, string>();
  const times = new Map<string, number>();
  for (const [name, value] of query) {
    if (!values.has(name)) values.set(name, value);
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  for (const [name, count] of times) {
    if (count === 1) continue;
    errors.push({
      code: 'field_repeated',
      severity: 'error',
      message: `\`${name}\` appears ${count} times.`,
      field: name,
      fix: 'Send it once. Separate several values with commas if the parameter accepts a list.',
    });
  }
  return Object.fromEntries(values);
}
