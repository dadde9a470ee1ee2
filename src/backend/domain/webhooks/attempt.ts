import type { Clock } from '../../base/clock.js';
import { inSpan, traceHeaders } from '../../base/tracing/tracer.js';
import { FetchFailure } from '../../fetching/fetch-failure.js';
import { headersFor } from '../../fetching/guarded-fetch.js';
import { SealBroken } from '../../store/sealing/sealed.js';
import type { Store } from '../../store/store.js';
import type { WebhookRow } from '../../store/tables/webhook-rows.js';
import type { ClaimedDelivery } from './claim.js';
import type { SendWebhook } from './send.js';
import type { AttemptOutcome } from './settle.js';
import { signedHeaders, withoutSignatures } from './signature.js';

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
  const { url } = webhook;
  const { body } = delivery;
  const secrets = openSecrets(webhook, store, at);
  if (secrets === null) return { url, sentHeaders: null, tookMs: 0, error: UNREADABLE };
  const { hostname } = new URL(url);
  const attributes = { 'http.request.method': 'POST', 'server.address': hostname };
  return inSpan('POST', { kind: 'client', attributes }, async (span) => {
    const headers = { ...signedHeaders({ id: delivery.event_id, at, body }, secrets), ...traceHeaders() };
    const sentHeaders = headersFor(new URL(url), { headers: withoutSignatures(headers) });
    const outcome = (): Pick<AttemptOutcome, 'url' | 'sentHeaders' | 'tookMs'> => ({
      ...{ url, sentHeaders },
      tookMs: clock.monotonic() - began,
    });
    try {
      const answer = await send({ url, headers, body, workspace, signal });
      span.set({ 'http.response.status_code': answer.status });
      if (answer.status >= 400) span.fail(String(answer.status));
      return { ...outcome(), answer };
    } catch (error) {
      span.fail(error instanceof FetchFailure ? error.code : 'no_answer');
      return { ...outcome(), error: error instanceof Error ? error.message : String(error) };
    }
  });
}

const UNREADABLE =
  'The signing secret of the webhook cannot be opened. Rotate it, and give the new one to the receiver.';

/** The secrets that sign at a time; null: they cannot be opened. */
function openSecrets(
  { id, secret, former_secret: former, former_until }: WebhookRow,
  { vault }: Pick<Store, 'vault'>,
  at: number,
): readonly string[] | null {
  const sealed = former !== null && (former_until ?? 0) > at ? [secret, former] : [secret];
  try {
    return sealed.map((one) => vault.openWebhookSecret(id, one));
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
