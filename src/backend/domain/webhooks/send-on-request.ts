import type { Delivery } from '../../../contract/webhooks/webhooks.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { DeliveryRow } from '../../store/tables/webhook-rows.js';
import { wakeAt } from '../../store/workspace-clock.js';
import { attempt } from './attempt.js';
import { type ChangeDependencies, recordChange } from './changes.js';
import { theDelivery, theWebhook } from './read.js';
import { answerColumns, isAccepted, recordAttempt } from './settle.js';
import { viewDelivery } from './view.js';

/** Sends a test event once, and returns the outcome. */
export async function testWebhook(
  call: Call<'webhooks.test'>,
  dependencies: ChangeDependencies,
): Promise<Delivery> {
  const { caller, now, params, services, signal } = call;
  const { store, ids, clock } = services;
  const webhook = await theWebhook(store.db, caller, params.id);
  const eventId = ids.next('event', now);
  const delivery: DeliveryRow = {
    id: ids.next('delivery', now),
    webhook_id: webhook.id,
    workspace_id: webhook.workspace_id,
    event_seq: null,
    event_id: eventId,
    type: 'webhook.test',
    object_id: webhook.id,
    body: JSON.stringify({
      id: eventId,
      type: 'webhook.test',
      timestamp: new Date(now).toISOString(),
      data: { webhookId: webhook.id },
    }),
    status: 'failed',
    attempts: 1,
    attempt_base: 0,
    due_at: null,
    wake_at: null,
    lease_until: null,
    last_attempt_at: now,
    delivered_at: null,
    answer_status: null,
    answer_body: null,
    answer_ms: null,
    error: null,
    created_at: now,
  };
  const outcome = await attempt(
    { store, clock, ...dependencies },
    { delivery, webhook, workspace: caller.workspace },
    signal,
  );
  const tested: DeliveryRow = {
    ...delivery,
    ...answerColumns(outcome),
    ...(isAccepted(outcome) && { status: 'delivered', delivered_at: now }),
  };
  return call.commit(async (trx) => {
    await theWebhook(trx, caller, webhook.id);
    await trx.insertInto('webhook_deliveries').values(tested).execute();
    await recordAttempt(trx, tested, outcome);
    const summary = `sent a test event: ${tested.error ?? 'accepted'}`;
    await recordChange(trx, call, { operation: 'webhooks.test', webhookId: webhook.id, summary });
    return viewDelivery(tested, caller.key.scopes);
  });
}

/** Sends an event again at once, under its original id. */
export async function resendDelivery(
  call: Call<'webhooks.resend'>,
  { dispatcher }: ChangeDependencies,
): Promise<Delivery> {
  const { caller, now, params, services } = call;
  const answer = await call.commit(async (trx) => {
    const webhook = await theWebhook(trx, caller, params.id);
    const delivery = await theDelivery(trx, webhook, params.deliveryId);
    refuseResend(webhook.active, delivery);
    const changes = {
      status: 'pending',
      attempt_base: delivery.attempts,
      due_at: now,
      wake_at: wakeAt(caller.workspace, now, services.clock.now()),
    } as const;
    await trx.updateTable('webhook_deliveries').set(changes).where('id', '=', delivery.id).execute();
    const summary = `resent ${delivery.type} ${delivery.event_id}`;
    await recordChange(trx, call, { operation: 'webhooks.resend', webhookId: webhook.id, summary });
    return viewDelivery({ ...delivery, ...changes }, caller.key.scopes);
  });
  dispatcher.wake();
  return answer;
}

function refuseResend(active: 0 | 1, { lease_until, type }: DeliveryRow): void {
  if (active === 0) {
    throw new RequestRefused(
      'state_conflict',
      'The webhook is paused or disabled, so nothing is sent to it. Resume it first.',
    );
  }
  if (lease_until !== null) {
    throw new RequestRefused(
      'state_conflict',
      'The delivery is being sent right now. Try again in a few seconds.',
    );
  }
  if (type === 'webhook.test') {
    throw new RequestRefused('state_conflict', 'A test event cannot be resent. Send a new test instead.');
  }
}
