import type { Operation } from '../contract/operation.js';
import { OPERATIONS, type OperationId } from '../contract/operations.js';
import type { KeyedCallOptions } from './options.js';
import type { ResponseMeta } from './response-meta.js';

/** One logical call, as a method of the client understood its arguments. */
export interface Call {
  readonly operation: OperationId;
  /** The values of the path's parameters, in the order of the path. */
  readonly params: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Sent as the body instead: the bytes of a file. */
  readonly file?: FileBody;
  readonly options: KeyedCallOptions;
}

/** The bytes of a file as the body of a request. */
export interface FileBody {
  /** Begins to read them; once for every attempt. */
  open(): AsyncIterable<Uint8Array>;
  /** How many there are; null: that is not known before the end. */
  readonly bytes: number | null;
  readonly contentType: string;
  readonly filename: string | null;
  /** Whether they can be read again, should an attempt fail. */
  readonly repeatable: boolean;
}

export interface Answer<Data> {
  readonly data: Data;
  readonly meta: ResponseMeta;
}

/** Carries out calls. */
export type Perform = (call: Call) => Promise<Answer<unknown>>;

/** A row of the operation table, without the literal types that the methods' types are made from. */
export function operationOf(id: OperationId): Operation {
  return OPERATIONS[id];
}

/** Whether it changes something. Every POST that does takes a key; the others only compute. */
export function isWrite({ method, keyed }: Operation): boolean {
  return keyed === true || method === 'PATCH' || method === 'DELETE';
}

/** Whether sending the same request twice acts no more than once. */
export function isRepeatable({ method, keyed }: Operation): boolean {
  return keyed === true || method === 'GET' || method === 'DELETE';
}
