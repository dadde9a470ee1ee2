import {
  type EventType,
  isEventType,
  isOnlyIfNamed,
  typesVisibleTo,
} from '../../../contract/events/events.js';
import { isScope } from '../../../contract/scopes.js';
import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { Queries, Store, Write } from '../../store/store.js';
import type { EventRow } from '../../store/tables/event-rows.js';
import type { WebhookRow } from '../../store/tables/webhook-rows.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { lastEvent } from '../events/event-log.js';

/** How many events one transaction reads. */
const BATCH = 200;

/**
 * Creates deliveries for the events that webhooks have not seen yet. One transaction reads the events and moves the
 * webhook's position in the log, so that several processes, or one that dies, neither lose nor duplicate any. Writing an
 * event costs nothing extra where there are no webhooks.
 */
export async function fanOut(store: Store, ids: IdSource, clock: Clock): Promise<void> {
  const last = await lastEvent(store.db);
  const behind = await store.db
    .selectFrom('webhooks')
    .select('id')
    .where('active', '=', 1)
    .where('seen_seq', '<', last)
    .execute();
  await Promise.all(
    behind.map(async ({ id }) => {
      let more = true;
      while (more) more = await store.write((trx) => fanOutTo(trx, id, ids, clock));
    }),
  );
}

/** @returns whether there are more events */
async function fanOutTo(trx: Write, webhookId: string, ids: IdSource, clock: Clock): Promise<boolean> {
  const webhook = await trx
    .selectFrom('webhooks')
    .innerJoin('api_keys as key', 'key.id', 'webhooks.api_key_id')
    .innerJoin('workspaces as workspace', 'workspace.id', 'webhooks.workspace_id')
    .selectAll('webhooks')
    .select(['key.scopes_json', 'workspace.clock_offset_ms', 'workspace.clock_frozen_at'])
    .where('webhooks.id', '=', webhookId)
    .where('webhooks.active', '=', 1)
    .executeTakeFirst();
  if (!webhook) return false;
  const last = await lastEvent(trx);
  const events = await trx
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', webhook.workspace_id)
    .where('seq', '>', webhook.seen_seq)
    .orderBy('seq')
    .limit(BATCH)
    .execute();
  const systemNow = clock.now();
  const now = workspaceNow(webhook, systemNow);
  const wanted = wantedTypes(webhook, webhook.scopes_json);
  const deliveries = events
    .filter(({ type }) => isEventType(type) && wanted.has(type))
    .map((event) => ({
      id: ids.next('delivery', now),
      webhook_id: webhook.id,
      workspace_id: webhook.workspace_id,
      event_seq: event.seq,
      event_id: event.id,
      type: event.type,
      object_id: event.object_id,
      body: payloadOf(event),
      status: 'pending' as const,
      attempts: 0,
      attempt_base: 0,
      due_at: now,
      wake_at: systemNow,
      created_at: now,
    }));
  if (deliveries.length > 0) await trx.insertInto('webhook_deliveries').values(deliveries).execute();
  const more = events.length === BATCH;
  await trx
    .updateTable('webhooks')
    .set({ seen_seq: more ? (events.at(-1)?.seq ?? last) : last })
    .where('id', '=', webhook.id)
    .execute();
  return more;
}

/** The body to send: the event without its position in the log. */
function payloadOf(event: Pick<EventRow, 'id' | 'type' | 'created_at' | 'data_json'>): string {
  const { id, type } = event;
  const data: unknown = JSON.parse(event.data_json);
  return JSON.stringify({ id, type, timestamp: new Date(event.created_at).toISOString(), data });
}

/** The event types that a webhook subscribes to, as far as its key may read them. */
function wantedTypes(
  { events_json }: Pick<WebhookRow, 'events_json'>,
  scopesJson: string,
): ReadonlySet<EventType> {
  const visible = visibleTypes(scopesJson);
  if (events_json === null) return new Set(visible.filter((type) => !isOnlyIfNamed(type)));
  const subscribed: readonly string[] = JSON.parse(events_json);
  return new Set(visible.filter((type) => subscribed.includes(type)));
}

/** The event types that a key may read. */
export function visibleTypes(scopesJson: string): readonly EventType[] {
  const scopes: readonly string[] = JSON.parse(scopesJson);
  return typesVisibleTo(new Set(scopes.filter(isScope)));
}

/** Whether an active webhook of a workspace gets events of a type. */
export async function isWanted(db: Queries, workspaceId: string, type: EventType): Promise<boolean> {
  const webhooks = await db
    .selectFrom('webhooks')
    .innerJoin('api_keys as key', 'key.id', 'webhooks.api_key_id')
    .select(['events_json', 'key.scopes_json'])
    .where('webhooks.workspace_id', '=', workspaceId)
    .where('webhooks.active', '=', 1)
    .execute();
  return webhooks.some((webhook) => wantedTypes(webhook, webhook.scopes_json).has(type));
}
