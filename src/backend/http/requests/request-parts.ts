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
  const query = operation.query
    ? check('query', operation.query, singleValues(sent.query, errors))
    : undefined;
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

function singleValues(query: URLSearchParams, errors: Issue[]): Record<string, string> {
  const values: [string, string][] = [];
  for (const name of new Set(query.keys())) {
    const [first = '', ...others] = query.getAll(name);
    values.push([name, first]);
    if (others.length === 0) continue;
    errors.push({
      code: 'field_repeated',
      severity: 'error',
      message: `\`${name}\` appears ${others.length + 1} times.`,
      field: name,
      fix: 'Send it once. Separate several values with commas if the parameter accepts a list.',
    });
  }
  return Object.fromEntries(values);
}
