import type { ApiKey } from '../../../backend/domain/access/api-keys.js';

/** A key with its instants in ISO 8601, as in the API. */
export function withInstants(key: ApiKey): Record<string, unknown> {
  const iso = (instant: number | null): string | null =>
    instant === null ? null : new Date(instant).toISOString();
  return {
    id: key.id,
    label: key.label,
    prefix: key.prefix,
    scopes: key.scopes,
    createdAt: iso(key.createdAt),
    expiresAt: iso(key.expiresAt),
    revokedAt: iso(key.revokedAt),
    lastUsedAt: iso(key.lastUsedAt),
    policy: key.policy,
  };
}
