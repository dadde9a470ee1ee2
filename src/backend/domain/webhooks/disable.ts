import { sql } from 'kysely';
import type { DisabledBecause } from '../../../contract/webhooks/webhooks.js';
import type { IdSource } from '../../base/ids.js';
import { recordEvent } from '../../store/events.js';
import type { Write } from '../../store/store.js';
import type { WebhookRow } from '../../store/tables/webhook-rows.js';

export interface Disabling {
  readonly because: DisabledBecause;
  /** One sentence for the webhook's owner. */
  readonly reason: string;
  /** Workspace time. */
  readonly now: number;
}

/** Disables a webhook and gives up its pending deliveries. Records an event, unless somebody paused it on purpose. */
export async function disableWebhook(
  trx: Write,
  ids: IdSource,
  webhook: Pick<WebhookRow, 'id' | 'workspace_id'>,
  { because, reason, now }: Disabling,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set({
      active: 0,
      disabled_because: because,
      disabled_reason: reason,
      disabled_at: now,
      updated_at: now,
    })
    .where('id', '=', webhook.id)
    .where('active', '=', 1)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return;
  await trx
    .updateTable('webhook_deliveries')
    .set({
      status: 'failed',
      due_at: null,
      wake_at: null,
      lease_until: null,
      error: `The webhook was disabled: ${reason}`,
    })
    .where('webhook_id', '=', webhook.id)
    .where(sql<boolean>`status = 'pending'`)
    .execute();
  if (because === 'paused') return;
  await recordEvent(trx, ids, {
    workspaceId: webhook.workspace_id,
    type: 'webhook.disabled',
    objectId: webhook.id,
    data: { webhookId: webhook.id, reason },
    now,
  });
}
