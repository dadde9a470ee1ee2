import type { Clock } from '../../base/clock.js';
import type { ClaimedDelivery } from './claim.js';
import type { SendWebhook } from './send.js';
import type { AttemptOutcome } from './settle.js';
import { signedHeaders } from './signature.js';

export interface AttemptDependencies {
  readonly clock: Clock;
  readonly send: SendWebhook;
}

/** Sends a delivery once. It never throws: an error is the outcome. */
export async function attempt(
  { clock, send }: AttemptDependencies,
  { delivery, webhook, workspace }: Pick<ClaimedDelivery, 'delivery' | 'webhook' | 'workspace'>,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const at = clock.now();
  const began = clock.monotonic();
  const former = webhook.former_secret;
  const secrets =
    former !== null && (webhook.former_until ?? 0) > at ? [webhook.secret, former] : [webhook.secret];
  const message = { id: delivery.event_id, at, body: delivery.body };
  try {
    const answer = await send({
      url: webhook.url,
      headers: signedHeaders(message, secrets),
      body: delivery.body,
      workspace,
      signal,
    });
    return { answer, tookMs: clock.monotonic() - began };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
