import type { ActiveWebhook, ClaimedDelivery } from './claim.js';
import { wantedTypes } from './fan-out.js';

/** How a key has ended, in words; null where it has not. */
export function endOf(key: ActiveWebhook['key'], systemNow: number): string | null {
  if (key.revoked_at !== null) return 'was revoked';
  return key.expires_at !== null && key.expires_at <= systemNow ? 'has expired' : null;
}

/** What a key may see is looked at when an event is sent, and not only when it happened. */
export function mayBeTold({ delivery, key }: ClaimedDelivery): boolean {
  const visible: ReadonlySet<string> = wantedTypes({ events_json: null }, key.scopes_json);
  return delivery.event_seq === null || visible.has(delivery.type);
}
