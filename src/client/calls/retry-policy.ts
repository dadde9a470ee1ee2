import { ApiError } from '../errors/api-errors.js';
import {
  ConnectionError,
  type PostriderError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../errors/errors.js';
import { isRepeatable } from './call.js';
import type { ClientOperation } from './client-operation.js';
import { isLastingFault } from './connection-words.js';

const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

/** Whether a retry may succeed and is safe. */
export function mayRetry(failure: PostriderError, operation: ClientOperation): boolean {
  return isPassing(failure) && (isRepeatable(operation) || !failure.sent);
}

function isPassing(failure: PostriderError): boolean {
  if (failure instanceof ConnectionError) return !isLastingFault(failure.code);
  if (failure instanceof TimeoutError) return true;
  if (failure instanceof ApiError) {
    if (failure.code === 'database_damaged') return false;
    return PASSING_STATUSES.has(failure.status) || failure.code === 'request_in_progress';
  }
  return failure instanceof UnexpectedAnswerError && PASSING_STATUSES.has(failure.status);
}

/**
 * Milliseconds to wait before the next attempt: what the backend says, or else a random share of a time that doubles
 * with each attempt, so that many clients do not retry together.
 *
 * @param attempt the number of the failed attempt, from 1
 * @param random from 0 up to 1
 */
export function backoffMs(failure: PostriderError, attempt: number, random: number): number {
  if (failure instanceof ApiError || failure instanceof UnexpectedAnswerError) {
    if (failure.retryAfterSeconds !== null) return failure.retryAfterSeconds * 1000;
  }
  return Math.round(random * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)));
}

/** Whether this attempt may have acted without a response that says so. */
export function leavesOpen(failure: PostriderError): boolean {
  if (failure instanceof ConnectionError || failure instanceof TimeoutError) return failure.sent;
  if (!(failure instanceof UnexpectedAnswerError)) return false;
  return failure.status < 300 || failure.status === 408 || failure.status >= 500;
}

/**
 * Whether this response also settles earlier attempts with the same key. An error from before the key was looked up,
 * or from a failure of the backend, does not.
 */
export function settles(failure: PostriderError): boolean {
  if (!(failure instanceof ApiError)) return false;
  const { status, code } = failure;
  return status < 500 && ![401, 403, 408, 429].includes(status) && code !== 'request_in_progress';
}
