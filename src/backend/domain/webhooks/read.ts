import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type {
  DeliveryDetail,
  DeliveryPage,
  Webhook,
  WebhookPage,
} from '../../../contract/webhooks/webhooks.js';
import type { Call, Caller } from '../../operations/call.js';
import { readCursor } from '../../operations/cursor.js';
import { listPage } from '../../operations/list-page.js';
import { RequestRefused } from '../../operations/refusal.js';
import { pageRows } from '../../store/queries/page-rows.js';
import type { Queries } from '../../store/store.js';
import type { DeliveryRow, WebhookRow } from '../../store/tables/webhook-rows.js';
import { findDelivery, findWebhook, listAttempts, listDeliveries, listWebhooks } from './repository.js';
import { viewDelivery, viewDeliveryDetail, viewWebhook } from './view.js';

const WebhookPosition = z.tuple([z.number().int(), z.string()]);
const DeliveryPosition = z.tuple([z.string()]);

export async function listWebhookPage(call: Call<'webhooks.list'>): Promise<WebhookPage> {
  const { query, caller, services } = call;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = ['webhooks.list', caller.workspace.id];
  const found = await listWebhooks(services.store.db, {
    workspaceId: caller.workspace.id,
    after: readCursor(list, query.cursor, WebhookPosition),
    limit: limit + 1,
  });
  const placeOf = ({ created_at, id }: WebhookRow) => [created_at, id] as const;
  const page = pageRows({ rows: found, scannedUpTo: null }, { limit, placeOf });
  const items = page.rows.map((row) => viewWebhook(row, services.clock.now()));
  return listPage(list, page, placeOf, items);
}

export async function getWebhook(call: Call<'webhooks.get'>): Promise<Webhook> {
  const { services, caller, params } = call;
  return viewWebhook(await theWebhook(services.store.db, caller, params.id), services.clock.now());
}

export async function listDeliveryPage(call: Call<'webhooks.deliveries'>): Promise<DeliveryPage> {
  const { query, caller, params, services } = call;
  const { db } = services.store;
  const webhook = await theWebhook(db, caller, params.id);
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = ['webhooks.deliveries', webhook.id, query.status, query.eventId];
  const found = await listDeliveries(db, {
    webhookId: webhook.id,
    statuses: query.status,
    eventId: query.eventId,
    after: readCursor(list, query.cursor, DeliveryPosition)?.[0] ?? null,
    limit: limit + 1,
  });
  const placeOf = ({ id }: { readonly id: string }) => [id] as const;
  const page = pageRows(found, { limit, placeOf });
  const items = page.rows.map((row) => viewDelivery(row, caller.key.scopes));
  return listPage(list, page, placeOf, items);
}

export async function getDelivery(call: Call<'webhooks.delivery'>): Promise<DeliveryDetail> {
  const { caller, params, services } = call;
  const { db } = services.store;
  const delivery = await theDelivery(db, await theWebhook(db, caller, params.id), params.deliveryId);
  return viewDeliveryDetail(delivery, await listAttempts(db, delivery.id), caller.key.scopes);
}

/** @throws RequestRefused `webhook_not_found` */
export async function theWebhook(db: Queries, { workspace }: Caller, id: string): Promise<WebhookRow> {
  const row = await findWebhook(db, workspace.id, id);
  if (row) return row;
  throw new RequestRefused('webhook_not_found', `There is no webhook ${id} in this workspace.`);
}

/** @throws RequestRefused `delivery_not_found` */
export async function theDelivery(
  db: Queries,
  { id: webhookId }: Pick<WebhookRow, 'id'>,
  id: string,
): Promise<DeliveryRow> {
  const row = await findDelivery(db, webhookId, id);
  if (row) return row;
  throw new RequestRefused('delivery_not_found', `This webhook has no delivery ${id}.`);
}
