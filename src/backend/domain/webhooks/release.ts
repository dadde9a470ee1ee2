import type { Store } from '../../store/store.js';
import type { DeliveryRow } from '../../store/webhook-rows.js';

/** Gives a delivery back that this process cannot send to its end: the next one sends it at once. */
export async function releaseClaim(store: Store, delivery: DeliveryRow, systemNow: number): Promise<void> {
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

/** Gives a delivery up that may not be sent to anybody any more. */
export async function giveUpClaim(store: Store, delivery: DeliveryRow, reason: string): Promise<void> {
  await store.write((trx) =>
    trx
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', due_at: null, wake_at: null, lease_until: null, error: reason })
      .where('id', '=', delivery.id)
      .where('attempts', '=', delivery.attempts)
      .execute(),
  );
}
