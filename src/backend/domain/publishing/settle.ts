import { sql } from 'kysely';
import type { AttemptOutcome } from '../../../contract/posts/posts.js';
import type { TargetPhase, TargetStatus } from '../../../contract/posts/status.js';
import type { IdSource } from '../../base/ids.js';
import { type NewEvent, recordEvents } from '../../store/events.js';
import { lockPosts, statusChangeOf, type TargetOfPost, updatePosts } from '../../store/post-status.js';
import { inList, valuesTable } from '../../store/queries/in-list.js';
import type { TargetRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { type WorkspaceClock, wakeAt } from '../../store/workspace-clock.js';
import { doubtAfter, failedOutcome, type Verdict } from '../../work/verdict.js';
import { updateAccountHealth } from '../accounts/update-health.js';
import type { Claim } from './claim.js';
import { storedWarnings } from './stored-warnings.js';

interface Meaning {
  readonly status: TargetStatus;
  readonly phase: TargetPhase | null;
  readonly outcome: AttemptOutcome;
  readonly inDoubt: 0 | 1;
}

type FinalVerdict = Exclude<Verdict, { kind: 'lost_claim' }>;

/** What each verdict means for the target and its attempt. */
const MEANING: Readonly<Record<FinalVerdict['kind'], Meaning>> = {
  published: { status: 'published', phase: null, outcome: 'published', inDoubt: 0 },
  failed: { status: 'failed', phase: null, outcome: 'refused', inDoubt: 0 },
  wait: { status: 'publishing', phase: 'waiting', outcome: 'not_sent', inDoubt: 0 },
  parts_wait: { status: 'publishing', phase: 'waiting', outcome: 'not_sent', inDoubt: 0 },
  reconcile: { status: 'publishing', phase: 'reconciling', outcome: 'unknown', inDoubt: 1 },
  unknown: { status: 'unknown', phase: null, outcome: 'unknown', inDoubt: 1 },
  missed: { status: 'missed', phase: null, outcome: 'not_sent', inDoubt: 0 },
  early: { status: 'pending', phase: null, outcome: 'not_sent', inDoubt: 0 },
};

/** It waits in the network's app to be finished: nothing of it is published. */
const IN_INBOX: Meaning = { status: 'in_inbox', phase: null, outcome: 'in_inbox', inDoubt: 0 };

function meaningOf(verdict: FinalVerdict): Meaning {
  return verdict.kind === 'published' && verdict.delivered.inInbox ? IN_INBOX : MEANING[verdict.kind];
}

/** The outcome of one attempt at a target. */
export interface Settlement {
  readonly claim: Claim;
  readonly verdict: FinalVerdict;
  /** Workspace time. */
  readonly now: number;
  readonly systemNow: number;
}

/** A target before or after it is settled. */
type Target = TargetOfPost & Pick<TargetRow, 'id' | 'post_id' | 'attempt' | 'network_post_id'>;

/**
 * Records the outcomes of attempts, in one transaction with everything that follows from them: the attempts, the status
 * of their posts, the health of their accounts and the events, in the order given. Only the process that still holds
 * the lease can. Each statement writes the rows of all settlements, because a round trip to PostgreSQL takes longer than
 * a row.
 *
 * @returns the settlements that were recorded; nothing was written for those whose lease was lost
 */
export async function settleAll(
  trx: Write,
  ids: IdSource,
  settlements: readonly Settlement[],
): Promise<ReadonlySet<Settlement>> {
  // The lock on the posts keeps others from claiming their targets, so what is read of the targets stays true.
  const posts = await lockPosts(
    trx,
    settlements.map(({ claim }) => claim.target.post_id),
  );
  const targets = await targetsOf(trx, [...posts.keys()]);
  const clocks = await clocksOf(trx, settlements);

  const held = new Map<string, Settlement>();
  for (const settlement of settlements) {
    const { id, attempt } = settlement.claim.target;
    const target = targets.get(id);
    if (target?.status !== 'publishing' || target.attempt !== attempt || held.has(id)) continue;
    held.set(id, settlement);
    targets.set(id, settledTarget(target, settlement));
  }
  const kept = [...held.values()];
  if (kept.length === 0) return new Set();

  const changes = new Map(
    [...posts].flatMap(([postId, post]) => {
      const last = kept.findLast(({ claim }) => claim.target.post_id === postId);
      const ofPost = [...targets.values()].filter((target) => target.post_id === postId);
      return last ? [[postId, { ...statusChangeOf(post, ofPost, last.now), last }] as const] : [];
    }),
  );
  const listedAt = (postId: string): number =>
    changes.get(postId)?.effectiveAt ?? posts.get(postId)?.effective_at ?? 0;
  await writeTargets(trx, { kept, targets, clocks, listedAt });
  await endAttempts(trx, kept);
  const events: NewEvent[] = [];
  for (const settlement of kept) {
    const { claim, verdict, now } = settlement;
    events.push(...targetEvents(settlement));
    if ('diagnosis' in verdict)
      events.push(...(await updateAccountHealth(trx, claim.account, verdict.diagnosis, now)));
    const change = changes.get(claim.target.post_id);
    if (change?.last === settlement) events.push(...change.events);
  }
  await updatePosts(trx, [...changes.values()]);
  await recordEvents(trx, ids, events);
  return new Set(kept);
}

async function targetsOf(trx: Write, postIds: readonly string[]): Promise<Map<string, Target>> {
  const rows = await trx
    .selectFrom('targets')
    .select(['id', 'post_id', 'position', 'attempt', 'network_post_id', 'account_id', 'platform', 'status'])
    .select(['url', 'published_at', 'due_at', 'scheduled_at', 'updated_at', 'listed_at'])
    .where('post_id', 'in', inList(postIds))
    .execute();
  rows.sort((a, b) => a.position - b.position);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The present clocks of workspaces: they may have been moved since the claims. */
async function clocksOf(
  trx: Write,
  settlements: readonly Settlement[],
): Promise<ReadonlyMap<string, WorkspaceClock>> {
  const waiting = settlements.filter(({ verdict }) => 'until' in verdict);
  if (waiting.length === 0) return new Map();
  const rows = await trx
    .selectFrom('workspaces')
    .select(['id', 'clock_offset_ms', 'clock_frozen_at'])
    .where('id', 'in', inList(distinct(waiting.map(({ claim }) => claim.workspace.id))))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The target once it is settled. */
function settledTarget(target: Target, { verdict, now }: Settlement): Target {
  const delivered = verdict.kind === 'published' ? verdict.delivered : null;
  return {
    ...target,
    status: meaningOf(verdict).status,
    due_at: 'until' in verdict ? verdict.until : null,
    updated_at: now,
    ...(delivered && {
      // A draft has no address of its own.
      url: delivered.inInbox ? null : delivered.url,
      network_post_id: delivered.networkPostId,
      published_at: delivered.inInbox ? null : (target.published_at ?? now),
    }),
    // A draft that the network has no more can be sent again.
    ...(verdict.kind === 'failed' && target.published_at === null && { network_post_id: null }),
  };
}

interface Written {
  readonly kept: readonly Settlement[];
  /** As they will be once settled, by id. */
  readonly targets: ReadonlyMap<string, Target>;
  readonly clocks: ReadonlyMap<string, WorkspaceClock>;
  /** The time by which lists will sort a post. */
  readonly listedAt: (postId: string) => number;
}

async function writeTargets(trx: Write, { kept, targets, clocks, listedAt }: Written): Promise<void> {
  const rows = kept.map(({ claim, verdict, systemNow }) => {
    const { target, workspace } = claim;
    const after = targets.get(target.id);
    const { phase, inDoubt: usual } = meaningOf(verdict);
    const inDoubt = doubtAfter(verdict, usual);
    const isEarly = verdict.kind === 'early';
    return [
      target.id,
      target.attempt,
      'publishing',
      after?.status,
      verdict.kind === 'parts_wait' ? verdict.phase : phase,
      isEarly ? target.in_doubt : inDoubt,
      after?.due_at,
      'until' in verdict ? wakeAt(clocks.get(workspace.id) ?? workspace, verdict.until, systemNow) : null,
      'diagnosis' in verdict ? JSON.stringify(verdict.diagnosis) : null,
      after?.updated_at,
      after?.url,
      after?.network_post_id,
      after?.published_at,
      listedAt(target.post_id),
      attemptBase(claim, verdict),
      verdict.kind === 'published' ? storedWarnings(verdict.delivered) : null,
    ];
  });
  // Pass the expected status as a row value: with a literal PostgreSQL starts from that index and underestimates the
  // rows.
  const { rows: written } = await sql`update targets set
      status = input_rows.value ->> 3, phase = input_rows.value ->> 4, in_doubt = cast(input_rows.value ->> 5 as bigint),
      due_at = cast(input_rows.value ->> 6 as bigint), wake_at = cast(input_rows.value ->> 7 as bigint),
      lease_until = null, error_json = input_rows.value ->> 8, updated_at = cast(input_rows.value ->> 9 as bigint),
      url = input_rows.value ->> 10, network_post_id = input_rows.value ->> 11,
      published_at = cast(input_rows.value ->> 12 as bigint), listed_at = cast(input_rows.value ->> 13 as bigint),
      attempt_base = cast(input_rows.value ->> 14 as bigint),
      warnings_json = coalesce(input_rows.value ->> 15, targets.warnings_json)
    from ${valuesTable(rows)}
    where targets.id = input_rows.value ->> 0 and targets.attempt = cast(input_rows.value ->> 1 as bigint)
      and targets.status = input_rows.value ->> 2
    returning targets.id`.execute(trx);
  // Their posts are locked, so nobody else can have changed them since they were read.
  if (written.length !== kept.length) throw new Error('Two settlements changed one target at the same time.');

  const settled = new Set(kept.map(({ claim }) => claim.target.id));
  const others = [...targets.values()].filter(
    (target) => !settled.has(target.id) && target.listed_at !== listedAt(target.post_id),
  );
  for (const { id, post_id } of others) {
    await trx
      .updateTable('targets')
      .set({ listed_at: listedAt(post_id) })
      .where('id', '=', id)
      .execute();
  }
}

/** What attempts are counted from. The budget for reconciling a call starts with that call, however long it waited. */
function attemptBase({ target, inDoubt, parts }: Claim, verdict: FinalVerdict): number {
  // A target that was given back has not been attempted.
  if (verdict.kind === 'early') return target.attempt;
  const reconciles =
    verdict.kind === 'reconcile' || (verdict.kind === 'parts_wait' && verdict.phase === 'reconciling');
  const wasInDoubt = inDoubt || parts.some((part) => part.in_doubt > 0);
  return reconciles && !wasInDoubt ? target.attempt - 1 : target.attempt_base;
}

async function endAttempts(trx: Write, kept: readonly Settlement[]): Promise<void> {
  const rows = kept.map(({ claim, verdict, now }) => [
    claim.attemptId,
    outcomeOf(verdict),
    now,
    attemptErrorOf(verdict),
  ]);
  // An attempt that published the main post has its outcome already.
  await sql`update attempts set
      outcome = case attempts.outcome when 'sending' then input_rows.value ->> 1 else attempts.outcome end,
      ended_at = cast(input_rows.value ->> 2 as bigint), error_json = input_rows.value ->> 3
    from ${valuesTable(rows)} where attempts.id = input_rows.value ->> 0`.execute(trx);
}

/** The main post may be published, and the attempt may still have given up a part. */
function outcomeOf(verdict: FinalVerdict): AttemptOutcome {
  if (verdict.kind === 'failed') return failedOutcome(verdict.diagnosis);
  if (verdict.kind !== 'published' || !verdict.gaveUp) return meaningOf(verdict).outcome;
  const { status, diagnosis } = verdict.gaveUp;
  if (diagnosis.code === 'missed_window') return MEANING.missed.outcome;
  return status === 'failed' ? failedOutcome(diagnosis) : MEANING[status].outcome;
}

function attemptErrorOf(verdict: FinalVerdict): string | null {
  const gaveUp = verdict.kind === 'published' ? verdict.gaveUp : undefined;
  const diagnosis = 'diagnosis' in verdict ? verdict.diagnosis : gaveUp?.diagnosis;
  return diagnosis ? JSON.stringify(diagnosis) : null;
}

/** The events about the target itself. */
function targetEvents({ claim: { target, account }, verdict, now }: Settlement): NewEvent[] {
  const eventOf = (
    type: 'target.published' | 'target.in_inbox' | 'target.failed',
    more: Readonly<Record<string, unknown>>,
  ): NewEvent => ({
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
  if (verdict.kind === 'published' && verdict.delivered.inInbox) return [eventOf('target.in_inbox', {})];
  if (verdict.kind === 'published') return [eventOf('target.published', { url: verdict.delivered.url })];
  if (verdict.kind !== 'failed') return [];
  const { code, message } = verdict.diagnosis;
  return [eventOf('target.failed', { code, message })];
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
