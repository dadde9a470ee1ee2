import { sql } from 'kysely';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Queries, Store } from '../../store/store.js';
import type { DeliveryRow, WebhookRow } from '../../store/webhook-rows.js';
import { workspaceNow } from '../../store/workspace-clock.js';

/** A webhook that is switched on, with what has to be known of its key and workspace. */
export interface ActiveWebhook {
  readonly webhook: WebhookRow;
  readonly workspace: Pick<WorkspaceRow, 'id' | 'sandbox' | 'clock_offset_ms' | 'clock_frozen_at'>;
  readonly key: {
    readonly label: string;
    readonly scopes_json: string;
    readonly revoked_at: number | null;
    readonly expires_at: number | null;
  };
}

/** One attempt that this process may make. */
export interface ClaimedDelivery extends ActiveWebhook {
  readonly delivery: DeliveryRow;
}

/** A process that sends has the delivery for this long; longer than a receiver may take. Milliseconds. */
export const LEASE_MS = 20_000;

export async function activeWebhooks(db: Queries): Promise<readonly ActiveWebhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .innerJoin('api_keys as key', 'key.id', 'webhooks.api_key_id')
    .innerJoin('workspaces as workspace', 'workspace.id', 'webhooks.workspace_id')
    .selectAll('webhooks')
    .select([
      'key.label as key_label',
      'key.scopes_json',
      'key.revoked_at',
      'key.expires_at',
      'workspace.sandbox',
      'workspace.clock_offset_ms',
      'workspace.clock_frozen_at',
    ])
    .where('webhooks.active', '=', 1)
    .execute();
  return rows.map((row) => {
    const { key_label, scopes_json, revoked_at, expires_at, ...rest } = row;
    const { sandbox, clock_offset_ms, clock_frozen_at, ...webhook } = rest;
    return {
      webhook,
      workspace: { id: row.workspace_id, sandbox, clock_offset_ms, clock_frozen_at },
      key: { label: key_label, scopes_json, revoked_at, expires_at },
    };
  });
}

/** What is due, of what is there. */
export interface Due {
  /** System time. */
  readonly now: number;
  /** Whether a lease that has run out is taken as what it looks like. */
  readonly rescue: boolean;
}

/** Whether a webhook has anything due: a read, so that an idle process never takes the write lock. */
export async function isAnythingDue(db: Queries, webhookId: string, { now, rescue }: Due): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('wake_at', '<=', now)
    .$if(!rescue, (query) => query.where('lease_until', 'is', null))
    .where(mayGoOut)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes deliveries that are due, and those whose lease ran out because their process died. */
export async function claimDeliveries(
  store: Store,
  active: ActiveWebhook,
  { now, rescue, limit }: Due & { readonly limit: number },
): Promise<readonly ClaimedDelivery[]> {
  const rows = await store.write((trx) =>
    trx
      .updateTable('webhook_deliveries')
      .set({
        lease_until: now + LEASE_MS,
        wake_at: now + LEASE_MS,
        attempts: sql`attempts + 1`,
        last_attempt_at: workspaceNow(active.workspace, now),
      })
      .where('id', 'in', (query) =>
        query
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('webhook_id', '=', active.webhook.id)
          .where('wake_at', '<=', now)
          .$if(!rescue, (due) => due.where('lease_until', 'is', null))
          .where(mayGoOut)
          .orderBy('wake_at')
          .orderBy('event_seq')
          .limit(limit),
      )
      .returningAll()
      .execute(),
  );
  const inOrder = rows.sort((a, b) => (a.event_seq ?? 0) - (b.event_seq ?? 0));
  return inOrder.map((delivery) => ({ ...active, delivery }));
}

/**
 * First attempts for one object go out one after another, in the order of its events. What has failed once waits
 * for its time and holds nothing up.
 */
const mayGoOut = sql<boolean>`status = 'pending' and not exists (
  select 1 from webhook_deliveries earlier
  where earlier.webhook_id = webhook_deliveries.webhook_id
    and earlier.object_id = webhook_deliveries.object_id
    and earlier.event_seq < webhook_deliveries.event_seq
    and earlier.status = 'pending'
    and (earlier.attempts = earlier.attempt_base or earlier.lease_until is not null))`;
