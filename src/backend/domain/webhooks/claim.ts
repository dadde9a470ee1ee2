import { sql } from 'kysely';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Queries, Store } from '../../store/store.js';
import type { DeliveryRow, WebhookRow } from '../../store/tables/webhook-rows.js';
import type { ClaimOptions } from '../../work/due-table.js';
import { claimedBy, isDue, workspaceTimeOf } from '../../work/due-table.js';
import { DELIVERIES } from './delivery-table.js';

/** An active webhook with what sending needs of its key and workspace. */
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

/** A delivery that belongs to this process until its lease runs out. */
export interface ClaimedDelivery extends ActiveWebhook {
  readonly delivery: DeliveryRow;
}

/** How long a claimed delivery belongs to its process, in milliseconds: longer than a receiver may take to answer. */
export const DELIVERY_LEASE_MS = 20_000;

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

/** Claims deliveries to a webhook that are due, and rescues those of a process that died. */
export async function claimDeliveries(
  store: Store,
  active: ActiveWebhook,
  options: ClaimOptions,
): Promise<readonly ClaimedDelivery[]> {
  return store.write(async (trx) => {
    const deliveries = await trx
      .updateTable('webhook_deliveries')
      .set({
        ...claimedBy(options),
        attempts: sql`attempts + 1`,
        last_attempt_at: workspaceTimeOf('webhook_deliveries', options.now),
      })
      .where('id', 'in', (query) =>
        query
          .selectFrom('webhook_deliveries')
          .select('id')
          .where(isDue(DELIVERIES, options))
          .orderBy('wake_at')
          .orderBy('event_seq')
          .limit(options.limit),
      )
      .returningAll()
      .execute();
    if (deliveries.length === 0) return [];
    const workspace = await trx
      .selectFrom('workspaces')
      .select(['id', 'sandbox', 'clock_offset_ms', 'clock_frozen_at'])
      .where('id', '=', active.webhook.workspace_id)
      .executeTakeFirstOrThrow();
    const inOrder = deliveries.sort((a, b) => (a.event_seq ?? 0) - (b.event_seq ?? 0));
    return inOrder.map((delivery) => ({ ...active, workspace, delivery }));
  });
}

/** Gives back a delivery whose attempt was interrupted: the next process sends it at once. */
export async function releaseDelivery(store: Store, delivery: DeliveryRow, systemNow: number): Promise<void> {
  await store.write((trx) =>
    trx
      .updateTable('webhook_deliveries')
      .set({ attempts: delivery.attempts - 1, wake_at: systemNow, lease_until: null })
      .where('id', '=', delivery.id)
      .where('attempts', '=', delivery.attempts)
      .where('status', '=', 'pending')
      .execute(),
  );
}

/** Gives up a delivery that must not be sent any more. */
export async function failDelivery(store: Store, delivery: DeliveryRow, reason: string): Promise<void> {
  await store.write((trx) =>
    trx
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', due_at: null, wake_at: null, lease_until: null, error: reason })
      .where('id', '=', delivery.id)
      .where('attempts', '=', delivery.attempts)
      .execute(),
  );
}
