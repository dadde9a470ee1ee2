import { sql } from 'kysely';
import type { DeliveryStatus } from '../../../contract/webhooks/webhooks.js';
import { boundedScan, lastScannedRow, type Scanned } from '../../store/queries/bounded-scan.js';
import type { Queries } from '../../store/store.js';
import type { DeliveryRow, WebhookAttemptRow, WebhookRow } from '../../store/tables/webhook-rows.js';

export type Position = readonly [createdAt: number, id: string];

/** Oldest first. */
export function listWebhooks(
  db: Queries,
  { workspaceId, after, limit }: { workspaceId: string; after: Position | null; limit: number },
): Promise<readonly WebhookRow[]> {
  let query = db.selectFrom('webhooks').selectAll().where('workspace_id', '=', workspaceId);
  if (after) query = query.where(sql<boolean>`(created_at, id) > (${after[0]}, ${after[1]})`);
  return query.orderBy('created_at').orderBy('id').limit(limit).execute();
}

export function findWebhook(db: Queries, workspaceId: string, id: string): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface DeliveryFilter {
  readonly webhookId: string;
  readonly statuses: readonly DeliveryStatus[] | undefined;
  readonly eventId: string | undefined;
  /** Id of the last delivery of the previous page. */
  readonly after: string | null;
  readonly limit: number;
}

/** A delivery as the API shows it, without the body that was sent. */
export type DeliverySummaryRow = Pick<DeliveryRow, (typeof SUMMARY)[number]>;

const SUMMARY = [
  'id',
  'webhook_id',
  'event_id',
  'type',
  'object_id',
  'status',
  'attempts',
  'due_at',
  'last_attempt_at',
  'delivered_at',
  'answer_status',
  'answer_body',
  'answer_ms',
  'error',
  'created_at',
] as const satisfies readonly (keyof DeliveryRow)[];

type FoundDeliveries = Scanned<DeliverySummaryRow, readonly [id: string]>;

/** Newest first. */
export function listDeliveries(db: Queries, filter: DeliveryFilter): Promise<FoundDeliveries> {
  return boundedScan(filter.limit, (most) => scanDeliveries(db, filter, most));
}

async function scanDeliveries(db: Queries, filter: DeliveryFilter, most: number): Promise<FoundDeliveries> {
  let query = db.selectFrom('webhook_deliveries').where('webhook_id', '=', filter.webhookId);
  if (filter.eventId !== undefined) query = query.where('event_id', '=', filter.eventId);
  if (filter.after !== null) query = query.where('id', '<', filter.after);
  query = query.orderBy('id', 'desc');
  const last = filter.statuses?.length ? await lastScannedRow(query.select('id'), most) : null;
  if (filter.statuses?.length) query = query.where('status', 'in', [...filter.statuses]);
  if (last) query = query.where('id', '>=', last.id);
  const rows = await query.select(SUMMARY).limit(filter.limit).execute();
  return { rows, scannedUpTo: last && [last.id] };
}

export function findDelivery(db: Queries, webhookId: string, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The attempts of a delivery, oldest first. */
export function listAttempts(db: Queries, deliveryId: string): Promise<readonly WebhookAttemptRow[]> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute();
}
