import { API_ERROR_CODES } from '../../src/contract/api-errors.js';
import type { Operation } from '../../src/contract/operation.js';
import { OPERATIONS } from '../../src/contract/operations.js';

/**
 * What the client needs to know of each operation and error, made from the tables of the contract. The tables contain
 * all schemas and examples, with which a program would load 450 KB and zod.
 */
export function clientOperations(): string {
  const rows = Object.entries<Operation>(OPERATIONS).map(([id, operation]) => {
    const fields = Object.entries(rowOf(operation)).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${typeof value === 'string' ? `'${value}'` : value}`],
    );
    return `  '${id}': { ${fields.join(', ')} },`;
  });
  return `import type { ApiErrorCode } from '../../contract/api-errors.js';
import type { OperationId } from '../../contract/operations.js';
import type { ClientOperation } from './client-operation.js';

/** Written by \`npm run docs\` from the tables of the contract. Not edited by hand. */
// biome-ignore format: one line for each operation
export const CLIENT_OPERATIONS: Readonly<Record<OperationId, ClientOperation>> = {
${rows.join('\n')}
};

/** The error codes of this version, without what the contract says about each. */
export const KNOWN_ERROR_CODES: ReadonlySet<string> = new Set<ApiErrorCode>([
${API_ERROR_CODES.map((code) => `  '${code}',`).join('\n')}
]);
`;
}

function rowOf({ method, path, access, body, query, files, keyed, paged, longMs, urlMs }: Operation) {
  return {
    method,
    path,
    isPublic: access === 'public' || undefined,
    hasBody: body !== undefined || undefined,
    hasQuery: query !== undefined || undefined,
    hasFiles: files !== undefined || undefined,
    keyed,
    paged,
    longMs,
    urlMs,
  };
}
