import type { OperationId } from '../../contract/operations.js';
import type { KeyedCallOptions } from '../options.js';
import type { BodyBytes } from '../transport/transport.js';
import { type ClientOperation, readOperations } from './client-operation.js';
import type { ResponseMeta } from './response-meta.js';

/** A call, as parsed from a method's arguments. */
export interface Call {
  readonly operation: OperationId;
  /** The path parameters, in order. */
  readonly params: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The bytes of a file, sent as the body instead. */
  readonly file?: FileBody;
  /** The response is to be text of this type, instead of JSON. */
  readonly accept?: 'text/csv';
  readonly options: KeyedCallOptions;
}

/** The bytes of a file as the body of a request. */
export interface FileBody {
  /** Starts reading them, once per attempt. */
  open(): BodyBytes;
  /** The number of bytes; null if it is not known in advance. */
  readonly bytes: number | null;
  readonly contentType: string;
  readonly filename: string | null;
  /** Whether they can be read again for a retry. */
  readonly repeatable: boolean;
}

export interface Answer<Data> {
  readonly data: Data;
  readonly meta: ResponseMeta;
}

/** Performs calls. */
export type Perform = (call: Call) => Promise<Answer<unknown>>;

const OPERATIONS = /* @__PURE__ */ readOperations();

/** @param id an operation of the contract */
export function operationOf(id: OperationId): ClientOperation {
  return OPERATIONS[id];
}

export const OPERATION_IDS = /* @__PURE__ */ Object.keys(OPERATIONS) as readonly OperationId[];

/** Whether it changes something. Every POST that does accepts an idempotency key; the others only compute. */
export function isWrite({ method, keyed }: ClientOperation): boolean {
  return keyed === true || method === 'PATCH' || method === 'DELETE';
}

/** Whether sending the same request twice acts no more than once. */
export function isRepeatable({ method, keyed }: ClientOperation): boolean {
  return keyed === true || method === 'GET' || method === 'DELETE';
}

/** How long the service may take because the work is long or it fetches the `url` of the call, in ms; 0 otherwise. */
export function longMsOf({ operation, body }: Call): number {
  const { longMs = 0, urlMs = 0 } = operationOf(operation);
  const hasUrl = typeof body === 'object' && body !== null && 'url' in body && body.url !== undefined;
  return hasUrl ? urlMs : longMs;
}
