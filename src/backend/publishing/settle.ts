import { sql } from 'kysely';
import type { TargetPhase, TargetStatus } from '../../contract/post-status.js';
import type { AttemptOutcome } from '../../contract/posts.js';
import type { IdSource } from '../ids.js';
import { recordEvent } from '../store/events.js';
import { refreshPostStatus } from '../store/post-status.js';
import { prepared } from '../store/prepared.js';
import type { Store, Write } from '../store/store.js';
import { wakeAt } from '../workspace-clock.js';
import { updateAccountHealth } from './account-health.js';
import type { Claim } from './claim.js';
import type { Verdict } from './verdict.js';

type Settled = Exclude<Verdict, { kind: 'lost_claim' }>;

interface Meaning {
  readonly status: TargetStatus;
  readonly phase: TargetPhase | null;
  readonly outcome: AttemptOutcome;
  readonly inDoubt: 0 | 1;
}

/** What each verdict means for the target and for its attempt. */
const MEANING: Readonly<Record<Settled['kind'], Meaning>> = {
  published: { status: 'published', phase: null, outcome: 'published', inDoubt: 0 },
  failed: { status: 'failed', phase: null, outcome: 'refused', inDoubt: 0 },
  wait: { status: 'publishing', phase: 'waiting', outcome: 'not_sent', inDoubt: 0 },
  parts_wait: { status: 'publishing', phase: 'waiting', outcome: 'not_sent', inDoubt: 0 },
  reconcile: { status: 'publishing', phase: 'reconciling', outcome: 'unknown', inDoubt: 1 },
  unknown: { status: 'unknown', phase: null, outcome: 'unknown', inDoubt: 1 },
  missed: { status: 'missed', phase: null, outcome: 'not_sent', inDoubt: 0 },
};

export interface SettlingTime {
  /** Workspace time. */
  readonly now: number;
  readonly systemNow: number;
}

/**
 * Records what an attempt came to, in one transaction with everything that follows from it: the attempt, the
 * post's status, the account's health, the events. Only the process that still holds the claim can.
 *
 * @returns false where the claim was lost: then nothing was written
 */
export function settle(
  store: Store,
  ids: IdSource,
  claim: Claim,
  verdict: Settled,
  { now, systemNow }: SettlingTime,
): Promise<boolean> {
  return store.write(
    async (trx) => {
      if (!(await updateTarget(trx, claim, verdict, { now, systemNow }))) return false;
      const diagnosis = 'diagnosis' in verdict ? verdict.diagnosis : null;
      await endAttempt(trx, {
        attemptId: claim.attemptId,
        outcome: MEANING[verdict.kind].outcome,
        now,
        error: diagnosis && JSON.stringify(diagnosis),
      });
      if (verdict.kind === 'published') {
        const { url } = verdict.delivered;
        await recordTargetEvent(trx, ids, claim, { type: 'target.published', more: { url } }, now);
      }
      if (verdict.kind === 'failed') {
        const { code, message } = verdict.diagnosis;
        await recordTargetEvent(trx, ids, claim, { type: 'target.failed', more: { code, message } }, now);
      }
      if (diagnosis) await updateAccountHealth(trx, ids, claim, diagnosis, now);
      await refreshPostStatus(trx, ids, claim.target.post_id, now);
      return true;
    },
    { again: true },
  );
}

interface EndedAttempt {
  readonly attemptId: string;
  readonly outcome: AttemptOutcome;
  readonly now: number;
  readonly error: string | null;
}

const endAttempt = prepared((db, { attemptId, outcome, now, error }: EndedAttempt) =>
  db
    .updateTable('attempts')
    .set({
      // Where the main post went out in this attempt, that was recorded already.
      outcome: sql`case outcome when 'sending' then ${outcome} else outcome end`,
      ended_at: now,
      error_json: error,
    })
    .where('id', '=', attemptId),
);

async function updateTarget(
  trx: Write,
  claim: Claim,
  verdict: Settled,
  { now, systemNow }: SettlingTime,
): Promise<boolean> {
  const { status, phase, inDoubt } = MEANING[verdict.kind];
  const again = 'until' in verdict ? verdict.until : null;
  const delivered = verdict.kind === 'published' ? verdict.delivered : null;
  const { numUpdatedRows } = await trx
    .updateTable('targets')
    .set({
      status,
      phase: verdict.kind === 'parts_wait' ? verdict.phase : phase,
      in_doubt: inDoubt,
      due_at: again,
      wake_at: again === null ? null : await wakeFor(trx, claim, again, systemNow),
      lease_until: null,
      error_json: 'diagnosis' in verdict ? JSON.stringify(verdict.diagnosis) : null,
      updated_at: now,
      ...(delivered && {
        url: delivered.url,
        network_post_id: delivered.networkPostId,
        published_at: sql`coalesce(published_at, ${now})`,
      }),
    })
    .where('id', '=', claim.target.id)
    .where('attempt', '=', claim.target.attempt)
    .where('status', '=', 'publishing')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** By the workspace's clock as it is now: it may have been moved since the claim. */
async function wakeFor(trx: Write, claim: Claim, dueAt: number, systemNow: number): Promise<number | null> {
  const clock = await trx
    .selectFrom('workspaces')
    .select(['clock_offset_ms', 'clock_frozen_at'])
    .where('id', '=', claim.workspace.id)
    .executeTakeFirst();
  return wakeAt(clock ?? claim.workspace, dueAt, systemNow);
}

function recordTargetEvent(
  trx: Write,
  ids: IdSource,
  { target, account }: Claim,
  { type, more }: { type: 'target.published' | 'target.failed'; more: Readonly<Record<string, unknown>> },
  now: number,
): Promise<void> {
  return recordEvent(trx, ids, {
    workspaceId: target.workspace_id,
    type,
    objectId: target.post_id,
    data: {
      postId: target.post_id,
      targetId: target.id,
      accountId: account.id,
      platform: target.platform,
      ...more,
    },
    now,
  });
}
