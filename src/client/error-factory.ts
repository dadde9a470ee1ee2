import { inspect } from 'node:util';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type Refusal,
  ServerError,
  ValidationError,
} from './api-errors.js';
import type { NoAnswer } from './attempt.js';
import { connectionMessage } from './connection-words.js';
import {
  AbortedError,
  ConnectionError,
  type ErrorContext,
  OutcomeUnknownError,
  type PostriderError,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors.js';
import { retryAfterSeconds } from './retry-after.js';
import type { TransportResponse } from './transport.js';

/** Where a request went, and how to keep secrets out of what is said about it. */
export interface Asked {
  readonly origin: string;
  readonly context: ErrorContext;
  readonly redact: (text: string) => string;
}

/** The refusal of the service as the class of its family. */
export function apiErrorOf(refusal: Refusal, context: ErrorContext): ApiError {
  const { status, code, detail, requestId } = refusal.problem;
  const message = `${detail} (${code}, HTTP ${status}${requestId === '' ? '' : `, ${requestId}`})`;
  const Family = familyOf(status);
  return new Family(message, context, refusal);
}

function familyOf(status: number): typeof ApiError {
  switch (status) {
    case 401:
      return AuthenticationError;
    case 403:
      return PermissionError;
    case 404:
      return NotFoundError;
    case 409:
      return ConflictError;
    case 429:
      return RateLimitError;
    case 400:
    case 405:
    case 413:
    case 415:
    case 422:
      return ValidationError;
    default:
      return status >= 500 ? ServerError : ApiError;
  }
}

/** The error for a request that was not answered. */
export function noAnswerError(failure: NoAnswer, { origin, context, redact }: Asked): PostriderError {
  const known = { ...context, cause: safeCause(failure.cause, redact) };
  const fate = fateOf(failure.sent, context.sent);
  switch (failure.why) {
    case 'aborted':
      return new AbortedError(`The call was aborted. ${fate}${repeatHint(context)}`, known);
    case 'timeout':
      return new TimeoutError(`No answer from ${origin} in time. ${fate}`, known);
    case 'too_large':
      return new UnexpectedAnswerError(`${origin} answered, but ${redact(failure.message)}.`, known, {
        status: 200,
        contentType: null,
        retryAfterSeconds: null,
      });
    case 'connection':
      return new ConnectionError(redact(connectionMessage(origin, failure, fate)), known, failure.code);
  }
}

/** @param sent by this attempt @param everSent by any attempt of the call */
function fateOf(sent: boolean, everSent: boolean): string {
  if (sent) return 'The request had been sent.';
  return everSent ? 'This attempt sent nothing, but one before it did.' : 'Nothing was sent.';
}

/** The error for an answer that no backend of ours gives. */
export function notOurs(
  response: TransportResponse,
  { origin, context, redact }: Asked,
): UnexpectedAnswerError {
  const { status, headers, body } = response;
  const contentType = headers['content-type'] ?? null;
  const location = headers['location'];
  const retryAfter = retryAfterSeconds(headers['retry-after'], headers['date']);
  const answer = { status, contentType, retryAfterSeconds: retryAfter };
  if (status >= 300 && status < 400 && location !== undefined) {
    const message = `${origin} answered with a redirect (HTTP ${status}) to ${placeOf(location, origin)}. It was not followed, so that the key goes nowhere else. If that is where the backend is, set it as the base URL (POSTRIDER_BASE_URL).`;
    return new UnexpectedAnswerError(redact(message), context, answer);
  }
  const title = /<title[^>]*>([^<]{1,120})/i.exec(body)?.[1]?.trim();
  const what = `HTTP ${status}, ${contentType ?? 'no content type'}${title === undefined ? '' : `, "${title}"`}`;
  const advice =
    status === 502 || status === 503 || status === 504
      ? 'A proxy or gateway on the way seems to have answered in its place: try again later, or check the base URL (POSTRIDER_BASE_URL).'
      : 'Check the base URL (POSTRIDER_BASE_URL) and any proxy on the way.';
  return new UnexpectedAnswerError(
    redact(`What answered at ${origin} does not look like a Postrider backend (${what}). ${advice}`),
    context,
    answer,
  );
}

/** The error for a write that may have acted: what to do comes first, what went wrong after it. */
export function outcomeUnknown(failure: PostriderError, context: ErrorContext): OutcomeUnknownError {
  const advice = repeatHint(context) || ' Read the object before you repeat this call.';
  return new OutcomeUnknownError(`Outcome unknown.${advice} What happened: ${failure.message}`, {
    ...context,
    cause: failure,
  });
}

function repeatHint({ idempotencyKey, sent }: ErrorContext): string {
  if (idempotencyKey === null || !sent) return '';
  return ` Repeat this call with idempotencyKey "${idempotencyKey}" within 24 h: it cannot act twice.`;
}

/** Origin and path of a redirect: its query may hold somebody's token. */
function placeOf(location: string, origin: string): string {
  if (!URL.canParse(location, origin)) return 'an address that cannot be read';
  const url = new URL(location, origin);
  return url.origin === 'null' ? `a ${url.protocol} address` : url.origin + url.pathname;
}

/** The cause itself, unless printing it would show a key: then its words without the key. */
function safeCause(cause: unknown, redact: (text: string) => string): unknown {
  if (cause === undefined) return undefined;
  const shown = inspect(cause, { depth: 4 });
  if (redact(shown) === shown) return cause;
  return new Error(redact(cause instanceof Error ? cause.message : shown));
}
