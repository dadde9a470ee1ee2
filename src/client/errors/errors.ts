import type { OperationId } from '../../contract/operations.js';

/** What is known about a failed call. */
export interface ErrorContext {
  /** The operation; null if the client's settings are invalid. */
  readonly operation: OperationId | null;
  /** The idempotency key of all attempts; null if the operation does not accept one. */
  readonly idempotencyKey: string | null;
  /** How many requests were started. */
  readonly attempts: number;
  /** Whether a request of this call may have reached the backend. */
  readonly sent: boolean;
  /** What happened, without what to do about it. Default: the message. */
  readonly summary?: string | undefined;
  readonly cause?: unknown;
}

/** The base class of all errors of the client. Messages and fields never contain the API key. */
export class PostriderError extends Error {
  override readonly name: string = 'PostriderError';
  readonly operation: OperationId | null;
  readonly idempotencyKey: string | null;
  readonly attempts: number;
  readonly sent: boolean;
  /** What happened, in one sentence; `message` also says what was sent and what to do. */
  readonly summary: string;

  constructor(message: string, context: ErrorContext) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.operation = context.operation;
    this.idempotencyKey = context.idempotencyKey;
    this.attempts = context.attempts;
    this.sent = context.sent;
    this.summary = context.summary ?? message;
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

/** Settings or arguments are invalid. Nothing was sent. */
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
 * The connection failed. With `sent: false`, nothing reached the backend. With `sent: true`, the call was a read, so
 * it can be repeated.
 */
export class ConnectionError extends PostriderError {
  override readonly name = 'ConnectionError';
  /** The error code of the system or the transport, such as `ECONNREFUSED`. */
  readonly code: string | null;

  constructor(message: string, context: ErrorContext, code: string | null) {
    super(message, context);
    this.code = code;
  }
}

/** No response in time. A write that was sent throws {@link OutcomeUnknownError} instead. */
export class TimeoutError extends PostriderError {
  override readonly name = 'TimeoutError';
}

/** The caller's signal aborted the call. `cause` is the signal's reason, `sent` whether the call may have acted. */
export class AbortedError extends PostriderError {
  override readonly name = 'AbortedError';
}

/** A write was sent and its outcome is unknown: repeat it with `idempotencyKey`. `cause` is what went wrong. */
export class OutcomeUnknownError extends PostriderError {
  override readonly name = 'OutcomeUnknownError';
}

/**
 * The response cannot be used: a redirect, a proxy's page, another service's JSON, or an answer of a Postrider backend
 * whose version is too different. `message` says what answered and what to do.
 */
export class UnexpectedAnswerError extends PostriderError {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;
  readonly contentType: string | null;
  readonly retryAfterSeconds: number | null;
  /** What is wrong with a JSON answer, such as "`targets` is missing"; null for other responses. */
  readonly fault: string | null;
  /** The version of the Postrider backend that answered; null if it was not one. */
  readonly backendVersion: string | null;

  constructor(message: string, context: ErrorContext, answer: UnexpectedAnswer) {
    super(message, context);
    this.status = answer.status;
    this.contentType = answer.contentType;
    this.retryAfterSeconds = answer.retryAfterSeconds;
    this.fault = answer.fault ?? null;
    this.backendVersion = answer.backendVersion ?? null;
  }
}

export interface UnexpectedAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly retryAfterSeconds: number | null;
  readonly fault?: string;
  readonly backendVersion?: string | null;
}
