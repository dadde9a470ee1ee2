import type { ApiErrorCode } from '../../contract/api-errors.js';
import type { Issue, Problem } from '../../contract/errors.js';
import { type ErrorContext, PostriderError } from './errors.js';

/** What an error response has besides the problem document. */
export interface Refusal {
  readonly problem: Problem;
  /** Seconds to wait before a retry; null if the backend does not say. */
  readonly retryAfterSeconds: number | null;
}

/** An error response of the API. The subclass is the category, `code` the exact reason. */
export class ApiError extends PostriderError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly detail: string;
  /** Every issue at once; empty if there are none to list. */
  readonly errors: readonly Issue[];
  readonly requestId: string;
  readonly retryAfterSeconds: number | null;
  /** The whole response (RFC 9457), with the fields of specific codes. */
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

/** 401: the API key is missing, invalid, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: the API key lacks a scope, which is in `problem.requiredScope`. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404: no such object in this workspace. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409, 412: a duplicate, the same request still in progress, or a changed object; `problem.current` is its state. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 400, 405, 413, 415, 422: the request must be changed; `errors` says where and how. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** 429: too many requests; wait `retryAfterSeconds`. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx: the backend failed. A write can safely be repeated with `idempotencyKey`. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}
