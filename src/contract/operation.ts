import type { ApiErrorCode } from './api-errors.js';
import type { Deprecation } from './deprecation.js';
import type * as z from './lazy-zod.js';
import type { Scope } from './scopes.js';

/** A scope that depends on the request. */
export interface ScopeRule {
  /** Every scope that the rule can return, for the documentation. */
  readonly anyOf: readonly Scope[];
  /** Which scope is required when, in words. */
  readonly explain: string;
  /**
   * The scope that a request requires.
   *
   * @param body the validated body
   * @param status the status of the object in the request, once it is known
   * @returns null if it depends on the object's status, or if any of `anyOf` is enough
   */
  of(body: unknown, status?: string): Scope | null;
}

/** Who may call: anyone, any valid key, or a key with a scope. */
export type Access = 'public' | 'any_key' | Scope | ScopeRule;

/** Files as the request body, as an alternative to JSON if there is a `body` too. Files are streamed. */
export interface FileBodies {
  /** `multipart/form-data`: the field with the files, and how many it may hold. */
  readonly multipart?: { readonly field: string; readonly most: number };
  /** A single file as the whole body: the accepted media ranges of its `Content-Type`. */
  readonly raw: readonly string[];
}

/** One operation of the API. Path parameters are written as `{id}`. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Set at least 90 days before the operation is removed. */
  readonly deprecated?: Deprecation;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly files?: FileBodies;
  readonly status: 200 | 201;
  readonly response: z.ZodType;
  /** Error codes of this operation alone. `error-codes.ts` derives the others from its other fields. */
  readonly errors: readonly ApiErrorCode[];
  /** How long a request with `url` may take until its answer, in ms: the service fetches from other servers. */
  readonly urlMs?: number;
  /** How long callers wait for the answer of work that may take long, in ms. */
  readonly longMs?: number;
  /** Whether it accepts an `Idempotency-Key`. */
  readonly keyed?: boolean;
  /** Whether the response contains a secret, such as a signed URL. Its stored copy is then encrypted for the caller. */
  readonly secretResponse?: boolean;
  /** Response headers, in addition to those of every response. */
  readonly headers?: readonly ('ETag' | 'Upload-Offset')[];
  /** Whether clients can keep the response: a request with its `ETag` in `If-None-Match` gets 304. */
  readonly kept?: boolean;
  /** Whether the response is a page of a list. */
  readonly paged?: boolean;
  /** The request and response shown in the reference. */
  readonly example: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string | number>>;
    readonly body?: unknown;
    readonly response: unknown;
  };
}

/** Characters of an idempotency key. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/**
 * The scope that a request requires. Null if it requires none, or if that depends on the status of the object
 * and `status` is not given.
 */
export function scopeNeeded(access: Access, body: unknown, status?: string): Scope | null {
  if (access === 'public' || access === 'any_key') return null;
  return typeof access === 'string' ? access : access.of(body, status);
}

/** Where a request names the version that it is based on; null: the operation compares no versions. */
export function versionPlace({ body, query }: Operation): 'body' | 'query' | null {
  if (body && 'version' in body.shape) return 'body';
  return query && 'version' in query.shape ? 'query' : null;
}

/** Whether `If-Match` applies to an operation: it changes an object in place, or compares versions. */
export function acceptsIfMatch(operation: Operation): boolean {
  return ['PATCH', 'PUT', 'DELETE'].includes(operation.method) || versionPlace(operation) !== null;
}
