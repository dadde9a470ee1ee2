import type { ApiErrorCode, Issue, Problem } from '../contract/errors.js';
import { type ErrorContext, PostriderError } from './errors.js';

/** What a refusal says beside the problem document. */
export interface Refusal {
  readonly problem: Problem;
  /** Seconds to wait before the same request may succeed; null where the service does not say. */
  readonly retryAfterSeconds: number | null;
}

/** The service refused the request and said why. The subclass tells the family, `code` the exact reason. */
export class ApiError extends PostriderError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly detail: string;
  /** Every broken rule at once; empty where there is nothing to list. */
  readonly errors: readonly Issue[];
  readonly requestId: string;
  readonly retryAfterSeconds: number | null;
  /** The whole answer (RFC 9457), with the fields that belong to single codes. */
  readonly problem: Problem;

  constructor(message: string, context: ErrorContext, refusal: Refusal) {
    super(message, context);
    this.problem = refusal.problem;
    this.status = refusal.problem.status;
    this.code = refusal.problem.code;
    this.detail = refusal.problem.detail;
    this.errors = refusal.problem.errors ?? [];
    this.requestId = refusal.problem.requestId;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/** 401: no key, or one that is not known, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: the key may not do this; `problem.requiredScope` names the permission. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404: no such object in this workspace. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: a duplicate, a twin still running, or the object changed; `problem.current` is its present state. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 400, 405, 413, 415, 422: the request itself must be changed; `errors` says where and how. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** 429: too many requests; wait `retryAfterSeconds`. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx: the service failed. A write can be repeated with `idempotencyKey`: it cannot act twice. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}
