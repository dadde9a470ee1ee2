import type { TransportResponse } from '../transport/transport.js';
import { type RateLimit, rateLimitOf } from './rate-limit.js';
import { type WorkspaceTime, workspaceTimeOf } from './workspace-time.js';

/** The metadata of a response. */
export interface ResponseMeta {
  readonly status: number;
  /** The id of the request in the backend's logs. */
  readonly requestId: string | null;
  /** The idempotency key to repeat the call with; null for operations without one. */
  readonly idempotencyKey: string | null;
  /** Whether this is the response to an earlier request with the same key. */
  readonly replayed: boolean;
  readonly rateLimit: RateLimit | null;
  /** The current time in the key's workspace; null if the response does not have it. */
  readonly workspaceTime: WorkspaceTime | null;
  /** The number of requests. */
  readonly attempts: number;
}

export function metaOf(
  { status, headers }: TransportResponse,
  idempotencyKey: string | null,
  attempts: number,
): ResponseMeta {
  return {
    status,
    requestId: headers['x-request-id'] ?? null,
    idempotencyKey,
    replayed: headers['idempotency-replayed']?.toLowerCase() === 'true',
    rateLimit: rateLimitOf(headers),
    workspaceTime: workspaceTimeOf(headers),
    attempts,
  };
}
