import type { DeliveryStatus, DisabledBecause } from '../../contract/webhooks/webhooks.js';

/** The tables of webhooks. Instants are epoch milliseconds of workspace time unless they say otherwise. */
export interface WebhookTables {
  webhooks: WebhookRow;
  webhook_deliveries: DeliveryRow;
}

export interface WebhookRow {
  id: string;
  workspace_id: string;
  /** The key that last set its address or events. */
  api_key_id: string;
  url: string;
  /** Event types; null: all that the key may see. */
  events_json: string | null;
  label: string;
  active: 0 | 1;
  disabled_because: DisabledBecause | null;
  disabled_reason: string | null;
  disabled_at: number | null;
  /** `whsec_…`: it has to be readable to sign. */
  secret: string;
  former_secret: string | null;
  /** System time until which the former secret signs too: receivers go by their own clocks. */
  former_until: number | null;
  /** The last event that was looked at for it. */
  seen_seq: number;
  /** Every attempt since then has failed. */
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
  /** What is sent, the same with every attempt. */
  body: string;
  status: DeliveryStatus;
  /** Attempts begun; with the id it fences what is recorded of one. */
  attempts: number;
  /** Attempts that count towards giving up begin after these: somebody asked to send it again. */
  attempt_base: number;
  due_at: number | null;
  /** System time: when it must be looked at, because it is due or its lease ran out. */
  wake_at: number | null;
  /** System time: until when the process that claimed it works on it. */
  lease_until: number | null;
  last_attempt_at: number | null;
  delivered_at: number | null;
  answer_status: number | null;
  answer_body: string | null;
  answer_ms: number | null;
  error: string | null;
  created_at: number;
}
