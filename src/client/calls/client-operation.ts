import type { Operation } from '../../contract/operation.js';

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
