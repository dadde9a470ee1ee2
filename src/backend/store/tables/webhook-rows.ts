import type { DeliveryStatus, DisabledBecause } from '../../../contract/webhooks/webhooks.js';
import type { Sealed } from '../sealing/sealed.js';

/** Tables of webhooks. Instants are epoch milliseconds of workspace time unless noted otherwise. */
export interface WebhookTables {
  webhooks: WebhookRow;
  webhook_deliveries: DeliveryRow;
  webhook_attempts: WebhookAttemptRow;
}

export interface WebhookRow {
  id: string;
  workspace_id: string;
  /** The API key that last set its URL or events. */
  api_key_id: string;
  url: string;
  /** Event types; null: all that the key can read. */
  events_json: string | null;
  label: string;
  active: 0 | 1;
  disabled_because: DisabledBecause | null;
  disabled_reason: string | null;
  disabled_at: number | null;
  /** `whsec_…`. Only a `Vault` writes and reads it. */
  secret: Sealed;
  former_secret: Sealed | null;
  /** System time until which the former secret also signs. System time, because receivers use real clocks. */
  former_until: number | null;
  /** The last event that was considered for it. */
  seen_seq: number;
  /** Start of the current run of failures. */
  failing_since: number | null;
  created_at: number;
  updated_at: number;
}

export interface DeliveryRow {
  id: string;
  webhook_id: string;
  workspace_id: string;
  /** The event's number; null for a test. */
  event_seq: number | null;
  event_id: string;
  type: string;
  object_id: string;
  /** The request body, equal for every attempt. */
  body: string;
  status: DeliveryStatus;
  /** Attempts started; with the id, the fencing token for recording a result. */
  attempts: number;
  /** Attempts before the last manual resend: they no longer count. */
  attempt_base: number;
  due_at: number | null;
  /** System time at which a worker must look at it: it is due, or its lease expires. */
  wake_at: number | null;
  /** System time at which the lease of the claiming process expires. */
  lease_until: number | null;
  last_attempt_at: number | null;
  delivered_at: number | null;
  answer_status: number | null;
  answer_body: string | null;
  answer_ms: number | null;
  error: string | null;
  created_at: number;
}

/** One attempt of a delivery that has ended. One that a stopped process gave back, or that died with it, has no row. */
export interface WebhookAttemptRow {
  delivery_id: string;
  /** The delivery's `attempts` when it began. */
  number: number;
  workspace_id: string;
  at: number;
  url: string;
  /** The request headers, without signatures; null: the secret could not be opened, and nothing was sent. */
  headers_json: string | null;
  duration_ms: number;
  answer_status: number | null;
  answer_body: string | null;
  error: string | null;
}
