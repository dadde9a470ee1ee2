import type { ApiErrorCode } from './errors.js';
import type * as z from './lazy-zod.js';
import type { Scope } from './scopes.js';

/** A permission that depends on what is asked for. */
export interface ScopeRule {
  /** Every scope that the rule can answer: what the documentation lists. */
  readonly anyOf: readonly Scope[];
  /** When which is needed, in words. */
  readonly explain: string;
  /**
   * The scope that a request needs.
   *
   * @param body the validated body
   * @param status the status of the object that the request names, once it is known
   * @returns null where only the object's status can tell
   */
  of(body: unknown, status?: string): Scope | null;
}

/** Who may call: anybody, any valid key, or a key with a scope. */
export type Access = 'public' | 'any_key' | Scope | ScopeRule;

/** Files as the body of a request: instead of JSON where there is a `body` too. They are streamed. */
export interface FileBodies {
  /** `multipart/form-data`: the field that holds the files, and how many there may be. */
  readonly multipart?: { readonly field: string; readonly most: number };
  /** The bytes of one file are the whole body: the media ranges of its `Content-Type`. */
  readonly raw: readonly string[];
}

/** One operation of the API. Paths write their parameters as `{id}`. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly files?: FileBodies;
  readonly status: 200 | 201;
  readonly response: z.ZodType;
  /** What it can be refused with, beside what every operation can. */
  readonly errors: readonly ApiErrorCode[];
  /** It takes an `Idempotency-Key`, and is safe to repeat with the same one. */
  readonly keyed?: boolean;
  /** Headers that its answer carries, beside those of every answer. */
  readonly headers?: readonly 'Upload-Offset'[];
  /** Its answer is a page of a list. */
  readonly paged?: boolean;
  /** One request and its answer, as they are shown in the reference. */
  readonly example: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string | number>>;
    readonly body?: unknown;
    readonly response: unknown;
  };
}

/** What any operation that takes a key can be refused with. */
export const COMMON_ERRORS = [
  'malformed_request',
  'key_missing',
  'key_invalid',
  'key_expired',
  'key_revoked',
  'scope_missing',
  'host_refused',
  'origin_refused',
  'validation_failed',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const satisfies readonly ApiErrorCode[];

/**
 * The scope that a request needs; null where it needs none, or where that depends on the status of the object
 * that it names and `status` is not given.
 */
export function scopeNeeded(access: Access, body: unknown, status?: string): Scope | null {
  if (access === 'public' || access === 'any_key') return null;
  return typeof access === 'string' ? access : access.of(body, status);
}
