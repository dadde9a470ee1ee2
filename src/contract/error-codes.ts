import type { ApiErrorCode } from './api-errors.js';
import { acceptsIfMatch, type Operation, versionPlace } from './operation.js';

/** What any request can get: it is unreadable, not meant for this server, or the service fails. */
const OF_EVERY_OPERATION = [
  'malformed_request',
  'host_refused',
  'origin_refused',
  'database_damaged',
  'internal_error',
  'unavailable',
] as const satisfies readonly ApiErrorCode[];

const OF_API_KEYS = [
  'key_missing',
  'key_invalid',
  'key_expired',
  'key_revoked',
  'scope_missing',
  'role_missing',
  'rate_limited',
] as const satisfies readonly ApiErrorCode[];

/** The error codes that the reference describes once, for all operations. */
export const COMMON_ERRORS = [
  ...OF_EVERY_OPERATION,
  ...OF_API_KEYS,
  'validation_failed',
] as const satisfies readonly ApiErrorCode[];

/** The error codes that come with what an operation accepts, and those of its own row. */
export function ownErrorsOf(operation: Operation): readonly ApiErrorCode[] {
  const { params, query, body, files, keyed, errors } = operation;
  return unique([
    ...errors,
    ...(query && 'cursor' in query.shape ? (['cursor_invalid'] as const) : []),
    ...(keyed ? (['idempotency_key_reused', 'request_in_progress'] as const) : []),
    ...(versionPlace(operation) === null ? [] : (['version_conflict'] as const)),
    ...(acceptsIfMatch(operation) ? (['precondition_failed'] as const) : []),
    ...(body ? (['request_timeout'] as const) : []),
    ...(body || files ? (['payload_too_large', 'content_type_unsupported'] as const) : []),
    ...(params || query || body ? (['validation_failed'] as const) : []),
  ]);
}

/** Every error code that an operation can answer with. */
export function errorsOf(operation: Operation): readonly ApiErrorCode[] {
  return unique([
    ...OF_EVERY_OPERATION,
    ...(operation.access === 'public' ? [] : OF_API_KEYS),
    ...ownErrorsOf(operation),
  ]);
}

function unique(codes: readonly ApiErrorCode[]): readonly ApiErrorCode[] {
  return [...new Set(codes)];
}
