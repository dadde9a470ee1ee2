import type { EventType } from '../../../contract/events/events.js';
import {
  WEBHOOK_SECRET_OVERLAP_HOURS,
  type Webhook,
  type WebhookWithSecret,
} from '../../../contract/webhooks/webhooks.js';
import type { Origins } from '../../fetching/url-rules.js';
import type { Call } from '../../operations/call.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import { type ActivityOperation, recordActivity } from '../../store/activity.js';
import type { Write } from '../../store/store.js';
import type { WebhookRow } from '../../store/tables/webhook-rows.js';
import { lastEvent } from '../events/event-log.js';
import { readableTypes } from '../events/handlers.js';
import { disableWebhook } from './disable.js';
import type { WebhookDispatcher } from './dispatcher.js';
import { theWebhook } from './read.js';
import type { SendWebhook } from './send.js';
import { newSecret } from './signature.js';
import { viewWebhook } from './view.js';
import { checkWebhookUrl } from './webhook-url.js';

export interface ChangeDependencies {
  readonly dispatcher: Pick<WebhookDispatcher, 'wake'>;
  readonly send: SendWebhook;
  /** Origins on this machine that webhooks of a sandbox may reach. */
  readonly allowedOrigins: Origins;
}

const OVERLAP_MS = WEBHOOK_SECRET_OVERLAP_HOURS * 60 * 60 * 1000;

export async function createWebhook(
  call: Call<'webhooks.create'>,
  { allowedOrigins, dispatcher }: ChangeDependencies,
): Promise<WebhookWithSecret> {
  const { body, caller, now, services } = call;
  readableTypes(caller, body.events);
  await checkWebhookUrl(body.url, caller.workspace, allowedOrigins);
  const secret = newSecret();
  const answer = await call.commit(async (trx) => {
    await refuseAtLimit(trx, 'webhooks', caller.workspace.id);
    const id = services.ids.next('webhook', now);
    const row: WebhookRow = {
      id,
      workspace_id: caller.workspace.id,
      api_key_id: caller.key.id,
      url: body.url,
      events_json: typesJson(body.events),
      label: body.label ?? '',
      active: 1,
      disabled_because: null,
      disabled_reason: null,
      disabled_at: null,
      secret: services.store.vault.sealWebhookSecret(id, secret),
      former_secret: null,
      former_until: null,
      seen_seq: await lastEvent(trx),
      failing_since: null,
      created_at: now,
      updated_at: now,
    };
    await trx.insertInto('webhooks').values(row).execute();
    await recordChange(trx, call, {
      operation: 'webhooks.create',
      webhookId: row.id,
      summary: `created for ${new URL(body.url).origin}`,
    });
    return { ...viewWebhook(row, services.clock.now()), secret };
  });
  dispatcher.wake();
  return answer;
}

export async function updateWebhook(
  call: Call<'webhooks.update'>,
  { allowedOrigins, dispatcher }: ChangeDependencies,
): Promise<Webhook> {
  const { body, caller, now, params, services } = call;
  const { url, events, label, active } = body;
  if (events !== undefined) readableTypes(caller, events ?? undefined);
  if (url !== undefined) await checkWebhookUrl(url, caller.workspace, allowedOrigins);
  const answer = await call.commit(async (trx) => {
    const before = await theWebhook(trx, caller, params.id);
    const changes: Partial<WebhookRow> = {
      updated_at: now,
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events_json: typesJson(events ?? undefined) }),
      ...(label !== undefined && { label }),
      // The key that sets the URL or the event types must be allowed to read those events.
      ...((url !== undefined || events !== undefined) && { api_key_id: caller.key.id }),
      ...(active === true && before.active === 0 && { ...REENABLED, seen_seq: await lastEvent(trx) }),
    };
    await trx.updateTable('webhooks').set(changes).where('id', '=', before.id).execute();
    if (active === false) {
      const reason = `Paused with the API key "${caller.key.label}".`;
      await disableWebhook(trx, services.ids, before, { because: 'paused', reason, now });
    }
    await recordChange(trx, call, {
      operation: 'webhooks.update',
      webhookId: before.id,
      summary: `changed ${Object.keys(body).join(', ') || 'nothing'}`,
    });
    return viewWebhook(await theWebhook(trx, caller, before.id), services.clock.now());
  });
  dispatcher.wake();
  return answer;
}

const REENABLED = {
  active: 1,
  disabled_because: null,
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
} as const satisfies Partial<WebhookRow>;

export function deleteWebhook(call: Call<'webhooks.delete'>) {
  const { caller, params } = call;
  return call.commit(async (trx) => {
    const webhook = await theWebhook(trx, caller, params.id);
    await trx.deleteFrom('webhook_deliveries').where('webhook_id', '=', webhook.id).execute();
    await trx.deleteFrom('webhooks').where('id', '=', webhook.id).execute();
    await recordChange(trx, call, {
      operation: 'webhooks.delete',
      webhookId: webhook.id,
      summary: 'deleted',
    });
    return { id: webhook.id, deleted: true as const };
  });
}

export function rotateSecret(call: Call<'webhooks.rotateSecret'>): Promise<WebhookWithSecret> {
  const { caller, now, params, services } = call;
  const secret = newSecret();
  return call.commit(async (trx) => {
    const before = await theWebhook(trx, caller, params.id);
    const systemNow = services.clock.now();
    const changes = {
      secret: services.store.vault.sealWebhookSecret(before.id, secret),
      former_secret: before.secret,
      former_until: systemNow + OVERLAP_MS,
      updated_at: now,
    };
    await trx.updateTable('webhooks').set(changes).where('id', '=', before.id).execute();
    await recordChange(trx, call, {
      operation: 'webhooks.rotateSecret',
      webhookId: before.id,
      summary: 'rotated its secret',
    });
    return { ...viewWebhook({ ...before, ...changes }, systemNow), secret };
  });
}

function typesJson(types: readonly EventType[] | undefined): string | null {
  return types === undefined ? null : JSON.stringify([...new Set(types)]);
}

type Changer = Pick<Call<'webhooks.get'>, 'caller' | 'requestId' | 'now'>;

export interface WebhookChange {
  readonly operation: ActivityOperation;
  readonly webhookId: string;
  readonly summary: string;
}

/** Records a change of a webhook in the activity log, in the transaction that makes it. */
export function recordChange(
  trx: Write,
  { caller, requestId, now }: Changer,
  { operation, webhookId, summary }: WebhookChange,
): Promise<void> {
  return recordActivity(trx, {
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    operation,
    objectId: webhookId,
    summary,
    requestId,
    now,
  });
}
