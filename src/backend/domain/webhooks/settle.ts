import { retryAfterMs } from '../../../base/retry-after.js';
import {
  MAX_KEPT_ATTEMPTS,
  WEBHOOK_FAILING_DAYS,
  WEBHOOK_RETRY_JITTER,
  WEBHOOK_RETRY_SECONDS,
} from '../../../contract/webhooks/webhooks.js';
import type { IdSource } from '../../base/ids.js';
import type { Store, Write } from '../../store/store.js';
import type { DeliveryRow } from '../../store/tables/webhook-rows.js';
import { wakeAt, workspaceNow } from '../../store/workspace-clock.js';
import type { ClaimedDelivery } from './claim.js';
import { disableWebhook } from './disable.js';
import type { WebhookAnswer } from './send.js';

/** One attempt, with an answer or the reason why there is none. */
export type AttemptOutcome = {
  readonly url: string;
  /** Without signatures; null: nothing was sent. */
  readonly sentHeaders: Readonly<Record<string, string>> | null;
  readonly tookMs: number;
} & (
  | { readonly answer: WebhookAnswer; readonly error?: never }
  | { readonly error: string; readonly answer?: never }
);

const FAILING_MS = WEBHOOK_FAILING_DAYS * 24 * 60 * 60 * 1000;

const GONE = 410;

/** The longest pause that a receiver may request, in milliseconds. */
const MAX_REQUESTED_PAUSE_MS = 24 * 60 * 60 * 1000;

export const isAccepted = ({ answer }: AttemptOutcome): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300;

/** Why an attempt failed, in one sentence; null: it succeeded. */
function failureOf(outcome: AttemptOutcome): string | null {
  if (outcome.error !== undefined) return outcome.error;
  if (isAccepted(outcome)) return null;
  const { status } = outcome.answer;
  return status >= 300 && status < 400
    ? `The receiver answered with a redirect (${status}). Redirects are not followed: change the webhook’s URL to the new one.`
    : `The receiver answered with status ${status}.`;
}

/**
 * Records the outcome of an attempt, and what follows from it for the delivery and the webhook.
 *
 * @param random in [0, 1)
 * @returns the delivery's status; null where another process has claimed it, and nothing was recorded
 */
export function settleAttempt(
  store: Store,
  ids: IdSource,
  claim: ClaimedDelivery,
  outcome: AttemptOutcome,
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
    const gone = outcome.answer?.status === GONE;
    const requested = retryAfterMs(outcome.answer?.retryAfter, time.systemNow);
    const pause =
      isAccepted(outcome) || gone
        ? null
        : retryPauseMs(delivery.attempts - delivery.attempt_base, time.random, requested);
    const dueAt = pause === null ? null : now + pause;
    const status = isAccepted(outcome) ? 'delivered' : dueAt === null ? 'failed' : 'pending';
    const { numUpdatedRows } = await trx
      .updateTable('webhook_deliveries')
      .set({
        status,
        due_at: dueAt,
        wake_at: dueAt === null ? null : wakeAt(clock, dueAt, time.systemNow),
        lease_until: null,
        ...answerColumns(outcome),
        ...(isAccepted(outcome) && { delivered_at: now }),
      })
      .where('id', '=', delivery.id)
      .where('attempts', '=', delivery.attempts)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return null;
    await recordAttempt(trx, delivery, outcome);
    if (isAccepted(outcome)) {
      await recordSuccess(trx, webhook.id);
      return status;
    }
    const disabled = await recordFailure(trx, ids, claim, outcome, { now, gone });
    return disabled ? 'failed' : status;
  });
}

export function answerColumns(outcome: AttemptOutcome) {
  return {
    answer_status: outcome.answer?.status ?? null,
    answer_body: outcome.answer?.excerpt ?? null,
    answer_ms: outcome.answer ? Math.round(outcome.tookMs) : null,
    error: failureOf(outcome),
  };
}

/** Keeps an attempt with its delivery. Of a delivery that was resent very often, only the newest stay. */
export async function recordAttempt(
  trx: Write,
  delivery: Pick<DeliveryRow, 'id' | 'workspace_id' | 'attempts' | 'last_attempt_at' | 'created_at'>,
  outcome: AttemptOutcome,
): Promise<void> {
  const { id, attempts: number } = delivery;
  await trx
    .insertInto('webhook_attempts')
    .values({
      delivery_id: id,
      number,
      workspace_id: delivery.workspace_id,
      at: delivery.last_attempt_at ?? delivery.created_at,
      url: outcome.url,
      headers_json: outcome.sentHeaders && JSON.stringify(outcome.sentHeaders),
      duration_ms: Math.round(outcome.tookMs),
      answer_status: outcome.answer?.status ?? null,
      answer_body: outcome.answer?.excerpt ?? null,
      error: failureOf(outcome),
    })
    .execute();
  if (number <= MAX_KEPT_ATTEMPTS) return;
  await trx
    .deleteFrom('webhook_attempts')
    .where('delivery_id', '=', id)
    .where('number', '<=', number - MAX_KEPT_ATTEMPTS)
    .execute();
}

async function recordSuccess(trx: Write, webhookId: string): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute();
}

/** @returns whether it disabled the webhook */
async function recordFailure(
  trx: Write,
  ids: IdSource,
  { webhook }: ClaimedDelivery,
  outcome: AttemptOutcome,
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
    reason: `Every attempt in the last ${WEBHOOK_FAILING_DAYS} days has failed. The last error: ${failureOf(outcome)}`,
    now,
  });
  return true;
}

/**
 * How long to wait after an attempt that failed.
 *
 * @param attempt its number, from 1
 * @param random in [0, 1)
 * @param requestedMs what the receiver asked for with `Retry-After`
 * @returns milliseconds; null where it was the last attempt
 */
function retryPauseMs(attempt: number, random: number, requestedMs: number | null): number | null {
  const seconds = WEBHOOK_RETRY_SECONDS[attempt - 1];
  if (seconds === undefined) return null;
  const planned = Math.round(seconds * 1000 * (1 + WEBHOOK_RETRY_JITTER * random));
  return Math.max(planned, Math.min(requestedMs ?? 0, MAX_REQUESTED_PAUSE_MS));
}
