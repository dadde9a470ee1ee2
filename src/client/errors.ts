import type { OperationId } from '../contract/operations.js';

/** What was known of the call when it failed. */
export interface ErrorContext {
  /** The operation called; null where the fault lies in the client's settings. */
  readonly operation: OperationId | null;
  /** The key that all attempts of this call carried; null where the operation takes none. */
  readonly idempotencyKey: string | null;
  /** How many requests were begun. */
  readonly attempts: number;
  /** Whether a request of this call may have reached the service. */
  readonly sent: boolean;
  readonly cause?: unknown;
}

/** What every error of the client is. Messages and fields never hold the API key. */
export class PostriderError extends Error {
  override readonly name: string = 'PostriderError';
  readonly operation: OperationId | null;
  readonly idempotencyKey: string | null;
  readonly attempts: number;
  readonly sent: boolean;

  constructor(message: string, context: ErrorContext) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.operation = context.operation;
    this.idempotencyKey = context.idempotencyKey;
    this.attempts = context.attempts;
    this.sent = context.sent;
  }

  toJSON(): Record<string, unknown> {
    const { cause: _cause, ...fields } = { ...this, message: this.message };
    return fields;
  }
}

export type ConfigurationFault =
  | 'key_missing'
  | 'key_unusable'
  | 'base_url_invalid'
  | 'plain_http_refused'
  | 'proxy_invalid'
  | 'option_invalid'
  | 'argument_invalid';

/** The settings or arguments cannot be used; nothing was sent. */
export class ConfigurationError extends PostriderError {
  override readonly name = 'ConfigurationError';
  readonly reason: ConfigurationFault;

  constructor(
    reason: ConfigurationFault,
    message: string,
    operation: OperationId | null = null,
    cause?: unknown,
  ) {
    super(message, { operation, idempotencyKey: null, attempts: 0, sent: false, cause });
    this.reason = reason;
  }
}

/**
 * No connection, or it broke. With `sent: false` nothing reached the service; with `sent: true` the call was
 * one that changes nothing, so that it can simply be made again.
 */
export class ConnectionError extends PostriderError {
  override readonly name = 'ConnectionError';
  /** The system's or the transport's code, such as `ECONNREFUSED`. */
  readonly code: string | null;

  constructor(message: string, context: ErrorContext, code: string | null) {
    super(message, context);
    this.code = code;
  }
}

/** No answer in time. Writes that were sent end in {@link OutcomeUnknownError} instead. */
export class TimeoutError extends PostriderError {
  override readonly name = 'TimeoutError';
}

/** The caller's signal ended the call; `cause` is the signal's reason, `sent` whether it may have acted. */
export class AbortedError extends PostriderError {
  override readonly name = 'AbortedError';
}

/** A write left and its outcome is not known: repeat it with `idempotencyKey`. `cause` is what went wrong. */
export class OutcomeUnknownError extends PostriderError {
  override readonly name = 'OutcomeUnknownError';
}

/** An answer came that no Postrider backend gives: a redirect, a proxy's page, another service's JSON. */
export class UnexpectedAnswerError extends PostriderError {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;
  readonly contentType: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(message: string, context: ErrorContext, answer: UnexpectedAnswer) {
    super(message, context);
    this.status = answer.status;
    this.contentType = answer.contentType;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

export interface UnexpectedAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly retryAfterSeconds: number | null;
}
