import { EVENT_KINDS, isEventType } from '../../../contract/events/events.js';
import type { Scope } from '../../../contract/scopes.js';
import type { Delivery, DeliveryDetail, Webhook } from '../../../contract/webhooks/webhooks.js';
import type { DeliveryRow, WebhookAttemptRow, WebhookRow } from '../../store/tables/webhook-rows.js';
import type { DeliverySummaryRow } from './repository.js';

const iso = (instant: number): string => new Date(instant).toISOString();
const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

/** A stored webhook as the API returns it, never with its secret. */
export function viewWebhook(row: WebhookRow, systemNow: number): Webhook {
  return {
    // Only `webhooks.create` writes this column.
    id: row.id as Webhook['id'],
    url: row.url,
    events: row.events_json === null ? null : JSON.parse(row.events_json),
    label: row.label,
    active: row.active === 1,
    disabled:
      row.disabled_because === null || row.disabled_at === null
        ? null
        : { because: row.disabled_because, reason: row.disabled_reason ?? '', at: iso(row.disabled_at) },
    keyId: row.api_key_id,
    failingSince: isoOrNull(row.failing_since),
    secretOverlapEndsAt:
      row.former_until !== null && row.former_until > systemNow ? iso(row.former_until) : null,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}

/** @param scopes the scopes of the reader's key: a receiver's answer may repeat the content of the event */
export function viewDelivery(row: DeliverySummaryRow, scopes: ReadonlySet<Scope>): Delivery {
  const maySee = maySeeBody(row, scopes);
  return {
    // Only the fan-out and `webhooks.test` write this column.
    id: row.id as Delivery['id'],
    webhookId: row.webhook_id,
    eventId: row.event_id,
    type: row.type,
    objectId: row.object_id,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'pending' ? isoOrNull(row.due_at) : null,
    lastAttemptAt: isoOrNull(row.last_attempt_at),
    deliveredAt: isoOrNull(row.delivered_at),
    answer:
      row.answer_status === null
        ? null
        : {
            status: row.answer_status,
            durationMs: row.answer_ms ?? 0,
            body: maySee ? (row.answer_body ?? '') : null,
          },
    error: row.error,
    createdAt: iso(row.created_at),
  };
}

/** @param scopes the scopes of the reader's key */
export function viewDeliveryDetail(
  row: DeliveryRow,
  attempts: readonly WebhookAttemptRow[],
  scopes: ReadonlySet<Scope>,
): DeliveryDetail {
  const maySee = maySeeBody(row, scopes);
  return {
    ...viewDelivery(row, scopes),
    body: maySee ? row.body : null,
    log: attempts.map((attempt) => ({
      number: attempt.number,
      at: iso(attempt.at),
      url: attempt.url,
      headers: attempt.headers_json === null ? null : JSON.parse(attempt.headers_json),
      durationMs: attempt.duration_ms,
      answer:
        attempt.answer_status === null
          ? null
          : { status: attempt.answer_status, body: maySee ? (attempt.answer_body ?? '') : null },
      error: attempt.error,
    })),
  };
}

function maySeeBody({ type }: Pick<DeliveryRow, 'type'>, scopes: ReadonlySet<Scope>): boolean {
  return !isEventType(type) || scopes.has(EVENT_KINDS[type].scope);
}
