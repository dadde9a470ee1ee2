import type * as z from 'zod';
import type { Issue } from '../../contract/errors.js';
import type { Operation } from '../../contract/operation.js';
import { RequestRefused } from '../operations/refusal.js';
import type { SentFile } from '../operations/sent-file.js';
import { faultsIn, type Part } from './faults.js';

/** The parts of a request as they came. */
export interface SentParts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** The body where it is a file: it is not looked at here. */
  readonly file?: SentFile | null;
}

/** The parts of a request in the shapes of its operation; undefined where the operation has no such part. */
export interface CheckedParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: SentFile | null;
}

/**
 * Holds a request against its operation's schemas.
 *
 * @throws RequestRefused `validation_failed` with all faults of all parts at once
 */
export function checkParts(operation: Operation, sent: SentParts): CheckedParts {
  const errors: Issue[] = [];
  const check = (part: Part, schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value);
    if (!result.success) errors.push(...faultsIn(part, schema, value, result.error.issues));
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
  const detail = `${first?.message ?? ''}${rest > 0 ? ` And ${rest} more: see \`errors\`.` : ''}`;
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
      message: `Query parameter \`${name}\` is given ${others.length + 1} times.`,
      field: name,
      fix: 'Give it once; several values are separated by commas where the field takes several.',
    });
  }
  return Object.fromEntries(values);
}
