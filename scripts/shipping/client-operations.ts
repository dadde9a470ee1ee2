import type { ClientOperation } from '../../src/client/calls/client-operation.js';
import { API_ERROR_CODES } from '../../src/contract/api-errors.js';
import type { Operation } from '../../src/contract/operation.js';
import { OPERATIONS } from '../../src/contract/operations.js';

/**
 * What the client needs to know of each operation and error, made from the tables of the contract. The tables contain
 * all schemas and examples, with which a program would load 450 KB and zod.
 */
export function clientOperations(): string {
  const rows = Object.entries<Operation>(OPERATIONS).map(([id, operation]) =>
    [id, operation.method, operation.path, ...factsOf(operation)].join(' '),
  );
  return `/** Written by \`npm run docs\` from the tables of the contract. Not edited by hand. */

/** Each operation with its method, its path, and what \`ClientOperation\` says of it. */
export const OPERATION_LINES = \`
${rows.join('\n')}
\`;

/** The error codes of this version, without what the contract says about each. */
export const ERROR_CODES = \`
${API_ERROR_CODES.join('\n')}
\`;
`;
}

function factsOf({ access, body, query, files, keyed, paged, longMs, urlMs }: Operation): string[] {
  const facts: Readonly<Record<Exclude<keyof ClientOperation, 'method' | 'path'>, boolean | number>> = {
    isPublic: access === 'public',
    hasBody: body !== undefined,
    hasQuery: query !== undefined,
    hasFiles: files !== undefined,
    keyed: keyed ?? false,
    paged: paged ?? false,
    longMs: longMs ?? 0,
    urlMs: urlMs ?? 0,
  };
  return Object.entries(facts).flatMap(([name, value]) => {
    if (typeof value === 'number') return value === 0 ? [] : [`${name}=${value}`];
    return value ? [name] : [];
  });
}
