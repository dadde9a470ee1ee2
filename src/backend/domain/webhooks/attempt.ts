import type { Clock } from '../../base/clock.js';
import { SealBroken } from '../../store/sealing/sealed.js';
import type { Store } from '../../store/store.js';
import type { WebhookRow } from '../../store/tables/webhook-rows.js';
import type { ClaimedDelivery } from './claim.js';
import type { SendWebhook } from './send.js';
import type { AttemptOutcome } from './settle.js';
import { signedHeaders } from './signature.js';

export interface AttemptDependencies {
  readonly store: Pick<Store, 'vault'>;
  readonly clock: Clock;
  readonly send: SendWebhook;
}

/** Sends a delivery once. It never throws: an error is the outcome. */
export async function attempt(
  { store, clock, send }: AttemptDependencies,
  { delivery, webhook, workspace }: Pick<ClaimedDelivery, 'delivery' | 'webhook' | 'workspace'>,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const at = clock.now();
  const began = clock.monotonic();
  const message = { id: delivery.event_id, at, body: delivery.body };
  try {
    const answer = await send({
      url: webhook.url,
      headers: signedHeaders(message, secretsOf(webhook, store, at)),
      body: delivery.body,
      workspace,
      signal,
    });
    return { answer, tookMs: clock.monotonic() - began };
  } catch (error) {
    if (error instanceof SealBroken) return { error: UNREADABLE };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

const UNREADABLE =
  'The signing secret of the webhook cannot be opened. Rotate it, and give the new one to the receiver.';

/** @throws SealBroken */
function secretsOf(
  { id, secret, former_secret: former, former_until }: WebhookRow,
  { vault }: Pick<Store, 'vault'>,
  at: number,
): readonly string[] {
  const sealed = former !== null && (former_until ?? 0) > at ? [secret, former] : [secret];
  return sealed.map((one) => vault.openWebhookSecret(id, one));
}
