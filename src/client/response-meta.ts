import { type RateLimit, rateLimitOf } from './rate-limit.js';
import type { TransportResponse } from './transport.js';
import { type WorkspaceTime, workspaceTimeOf } from './workspace-time.js';

/** What is known of an answer beside its data. */
export interface ResponseMeta {
  readonly status: number;
  /** Names the request in the service's logs. */
  readonly requestId: string | null;
  /** The key under which the call can be repeated; null for operations without one. */
  readonly idempotencyKey: string | null;
  /** The service had this answer already: an earlier request with this key has acted. */
  readonly replayed: boolean;
  readonly rateLimit: RateLimit | null;
  /** The present time in the key's workspace; null where the answer does not say. */
  readonly workspaceTime: WorkspaceTime | null;
  /** How many requests it took. */
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
