import type { Operation } from '../../contract/operation.js';
import type { OperationId } from '../../contract/operations.js';
import { OPERATION_LINES } from './operations.generated.js';

/** What the client needs to know of an operation, without its schemas. */
export interface ClientOperation
  extends Pick<Operation, 'method' | 'path' | 'keyed' | 'paged' | 'longMs' | 'urlMs'> {
  /** Whether it is called without an API key. */
  readonly isPublic?: boolean;
  readonly hasBody?: boolean;
  readonly hasQuery?: boolean;
  /** Whether it accepts files as its body. */
  readonly hasFiles?: boolean;
}

/** Reads the table of operations. As a text it takes half the space of an object for each. */
export function readOperations(): Readonly<Record<OperationId, ClientOperation>> {
  const rows = OPERATION_LINES.trim()
    .split('\n')
    .map((line) => {
      const [id, method, path, ...facts] = line.split(' ');
      const entries = facts.map((fact) => {
        const [name, value] = fact.split('=');
        return [name, value === undefined ? true : Number(value)];
      });
      return [id, { method, path, ...Object.fromEntries(entries) }];
    });
  return Object.fromEntries(rows);
}
