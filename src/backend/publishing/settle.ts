import type { AccountHealthStatus } from '../../contract/accounts.js';
import { DELIVERY_ERRORS, type DeliveryErrorCode, type Diagnosis } from '../../contract/delivery-errors.js';
import type { TargetPhase, TargetStatus } from '../../contract/post-status.js';
import type { AttemptOutcome } from '../../contract/posts.js';
import type { IdSource } from '../ids.js';
import { recordEvent } from '../store/events.js';
import { refreshPostStatus } from '../store/post-status.js';
import type { Store, Write } from '../store/store.js';
import type { Claim } from './claim.js';
import type { Verdict } from './verdict.js';

type Settled = Exclude<Verdict, { kind: 'lost_claim' }>;

/** What each verdict means for the target and for its attempt. */
const MEANING: Readonly<
  Record<
    Settled['kind'],
    { status: TargetStatus; phase: TargetPhase | null; outcome: AttemptOutcome; inDoubt: 0 | 1 }
  >
> = {
  published: { status: 'published', phase: null, outcome: 'published', inDoubt: 0 },
  failed: { status: 'failed', phase: null, outcome: 'refused', inDoubt: 0 },
  wait: { status: 'publishing', phase: 'waiting', outcome: 'not_sent', inDoubt: 0 },
  reconcile: { status: 'publishing', phase: 'reconciling', outcome: 'unknown', inDoubt: 1 },
  unknown: { status: 'unknown', phase: null, outcome: 'unknown', inDoubt: 1 },
  missed: { status: 'missed', phase: null, outcome: 'not_sent', inDoubt: 0 },
};

/** What the network's answer says of the account itself. */
const HEALTH_AFTER: Partial<Record<DeliveryErrorCode, AccountHealthStatus>> = {
  account_reconnect_required: 'reconnect_required',
  permission_missing: 'reconnect_required',
  account_restricted: 'disabled',
};

/**
 * Records what an attempt came to, in one transaction with everything that follows from it: the attempt, the
 * post's status, the account's health, the events. Only the process that still holds the claim can.
 *
 * @param now workspace time
 * @returns false where the claim was lost: then nothing was written
 */
export function settle(
  store: Store,
  ids: IdSource,
  claim: Claim,
  verdict: Settled,
  now: number,
): Promise<boolean> {
  return store.write(async (trx) => {
    if (!(await updateTarget(trx, claim, verdict, now))) return false;
    const diagnosis = 'diagnosis' in verdict ? verdict.diagnosis : null;
    await trx
      .updateTable('attempts')
      .set({
        outcome: MEANING[verdict.kind].outcome,
        ended_at: now,
        error_json: diagnosis && JSON.stringify(diagnosis),
      })
      .where('id', '=', claim.attemptId)
      .execute();
    if (verdict.kind === 'published') await recordTargetEvent(trx, ids, claim, 'target.published', now);
    if (verdict.kind === 'failed') await recordTargetEvent(trx, ids, claim, 'target.failed', now);
    if (diagnosis) await updateAccountHealth(trx, ids, claim, diagnosis, now);
    await refreshPostStatus(trx, ids, claim.target.post_id, now);
    return true;
  });
}

async function updateTarget(trx: Write, claim: Claim, verdict: Settled, now: number): Promise<boolean> {
  const { status, phase, inDoubt } = MEANING[verdict.kind];
  const again = 'until' in verdict ? verdict.until : null;
  const delivered = verdict.kind === 'published' ? verdict.delivered : null;
  const { numUpdatedRows } = await trx
    .updateTable('targets')
    .set({
      status,
      phase,
      in_doubt: inDoubt,
      due_at: again,
      wake_at: again,
      lease_until: null,
      error_json: 'diagnosis' in verdict ? JSON.stringify(verdict.diagnosis) : null,
      updated_at: now,
      ...(delivered && {
        url: delivered.url,
        network_post_id: delivered.networkPostId,
        published_at: now,
      }),
    })
    .where('id', '=', claim.target.id)
    .where('attempt', '=', claim.target.attempt)
    .where('status', '=', 'publishing')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

function recordTargetEvent(
  trx: Write,
  ids: IdSource,
  { target, account }: Claim,
  type: 'target.published' | 'target.failed',
  now: number,
): Promise<void> {
  return recordEvent(trx, ids, {
    workspaceId: target.workspace_id,
    type,
    objectId: target.post_id,
    data: { postId: target.post_id, targetId: target.id, accountId: account.id, platform: target.platform },
    now,
  });
}

async function updateAccountHealth(
  trx: Write,
  ids: IdSource,
  { account }: Claim,
  diagnosis: Diagnosis,
  now: number,
): Promise<void> {
  const status = HEALTH_AFTER[diagnosis.code];
  if (!status || status === account.health_status) return;
  await trx
    .updateTable('accounts')
    .set({
      health_status: status,
      health_reason: diagnosis.message,
      health_action: DELIVERY_ERRORS[diagnosis.code].action,
      health_checked_at: now,
    })
    .where('id', '=', account.id)
    .execute();
  await recordEvent(trx, ids, {
    workspaceId: account.workspace_id,
    type: 'account.health_changed',
    objectId: account.id,
    data: { accountId: account.id, platform: account.platform, from: account.health_status, to: status },
    now,
  });
}
