import { WEBHOOK_FAILING_DAYS } from '../../../contract/webhooks/webhooks.js';
import type { IdSource } from '../../base/ids.js';
import type { Store, Write } from '../../store/store.js';
import { wakeAt, workspaceNow } from '../../store/workspace-clock.js';
import type { ClaimedDelivery } from './claim.js';
import { disableWebhook } from './disable.js';
import { askedPause, pauseAfter } from './retry-times.js';
import type { WebhookAnswer } from './send.js';

/** What came of one attempt: an answer, or the reason why there is none. */
export type Sent =
  | { readonly answer: WebhookAnswer; readonly tookMs: number; readonly error?: never }
  | { readonly error: string; readonly answer?: never };

const FAILING_MS = WEBHOOK_FAILING_DAYS * 24 * 60 * 60 * 1000;

const GONE = 410;

export const isTaken = ({ answer }: Sent): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300;

/** Why an attempt did not succeed, in one sentence. */
function failureOf(sent: Sent): string | null {
  if (sent.error !== undefined) return sent.error;
  if (isTaken(sent)) return null;
  const { status } = sent.answer;
  return status >= 300 && status < 400
    ? `The receiver answered with a redirect (${status}), which is not followed: give the webhook the new address.`
    : `The receiver answered with status ${status}.`;
}

/**
 * Records an attempt, and what follows from it for the delivery and the webhook.
 *
 * @param random from 0 up to 1
 * @returns the delivery's status; null where another process has taken it over, and nothing was recorded
 */
export function settleAttempt(
  store: Store,
  ids: IdSource,
  claim: ClaimedDelivery,
  sent: Sent,
  time: { readonly systemNow: number; readonly random: number },
): Promise<'pending' | 'delivered' | 'failed' | null> {
  return store.write(async (trx) => {
    const { delivery, webhook } = claim;
    const clock = await trx
      .selectFrom('workspaces')
      .select(['clock_offset_ms', 'clock_frozen_at'])
      .where('id', '=', delivery.workspace_id)
      .executeTakeFirst();
    if (!clock) return null;
    const now = workspaceNow(clock, time.systemNow);
    const gone = sent.answer?.status === GONE;
    const asked = askedPause(sent.answer?.retryAfter, time.systemNow);
    const pause =
      isTaken(sent) || gone
        ? null
        : pauseAfter(delivery.attempts - delivery.attempt_base, time.random, asked);
    const dueAt = pause === null ? null : now + pause;
    const status = isTaken(sent) ? 'delivered' : dueAt === null ? 'failed' : 'pending';
    const { numUpdatedRows } = await trx
      .updateTable('webhook_deliveries')
      .set({
        status,
        due_at: dueAt,
        wake_at: dueAt === null ? null : wakeAt(clock, dueAt, time.systemNow),
        lease_until: null,
        ...answerColumns(sent),
        ...(isTaken(sent) && { delivered_at: now }),
      })
      .where('id', '=', delivery.id)
      .where('attempts', '=', delivery.attempts)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return null;
    if (isTaken(sent)) {
      await noteSuccess(trx, webhook.id);
      return status;
    }
    const disabled = await noteFailure(trx, ids, claim, sent, { now, gone });
    return disabled ? 'failed' : status;
  });
}

export function answerColumns(sent: Sent) {
  return {
    answer_status: sent.answer?.status ?? null,
    answer_body: sent.answer?.excerpt ?? null,
    answer_ms: sent.answer ? Math.round(sent.tookMs) : null,
    error: failureOf(sent),
  };
}

async function noteSuccess(trx: Write, webhookId: string): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute();
}

/** @returns whether the webhook was switched off for it */
async function noteFailure(
  trx: Write,
  ids: IdSource,
  { webhook }: ClaimedDelivery,
  sent: Sent,
  { now, gone }: { readonly now: number; readonly gone: boolean },
): Promise<boolean> {
  await trx
    .updateTable('webhooks')
    .set({ failing_since: now })
    .where('id', '=', webhook.id)
    .where('failing_since', 'is', null)
    .execute();
  if (gone) {
    await disableWebhook(trx, ids, webhook, {
      because: 'gone',
      reason: 'The receiver answered 410 Gone.',
      now,
    });
    return true;
  }
  const row = await trx
    .selectFrom('webhooks')
    .select('failing_since')
    .where('id', '=', webhook.id)
    .executeTakeFirst();
  if (now - (row?.failing_since ?? now) < FAILING_MS) return false;
  await disableWebhook(trx, ids, webhook, {
    because: 'failing',
    reason: `Every attempt of the last ${WEBHOOK_FAILING_DAYS} days has failed. The last: ${failureOf(sent)}`,
    now,
  });
  return true;
}
