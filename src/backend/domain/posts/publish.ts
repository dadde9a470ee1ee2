import type { ApprovePost, ChangedPost, PublishPost } from '../../../contract/posts/changes.js';
import { type ProposedMode, type ProposedTime, publishingModeOf } from '../../../contract/posts/content.js';
import type { HistoryAction } from '../../../contract/posts/posts.js';
import { iso } from '../../../time/iso.js';
import type { Call } from '../../operations/call.js';
import { recordPostScheduled } from '../../store/events.js';
import type { PostRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { listAllAccounts } from '../accounts/repository.js';
import { announceChange, dueClockOf, finishChange, readForChange } from './change.js';
import type { FieldChange } from './history.js';
import { findDuplicate } from './plan/duplicates.js';
import { duplicateRefusal, issuesOf, rejectInvalidPlan, warningsOf } from './plan/issues.js';
import { mediaOf, replaceMediaInUse } from './plan/media.js';
import { type Plan, planPost, proposalForHistory, type StoredProposal } from './plan/plan.js';
import { chooseQueueSlots, reserveQueueSlots } from './plan/queue-slots.js';
import { inStoredZone } from './plan/times.js';
import type { StoredPost, StoredTarget } from './repository.js';
import { stateConflict } from './state-conflict.js';
import { contentOf } from './stored-content.js';
import { isPublishable } from './targets/state.js';
import { makeDue, takeBoard } from './targets/writes.js';
import { writtenTargets } from './targets/written.js';
import { viewPost } from './view.js';

type PublishCall = Call<'posts.publish'> | Call<'posts.approve'>;

/** Makes an existing post due, now or at a time. */
export async function publishPost(call: Call<'posts.publish'>): Promise<ChangedPost> {
  const answer = await call.commit(async (trx) => {
    const stored = await readForChange(trx, call, 'publish', call.body.version);
    return makePostDue(trx, call, stored, call.body, 'publish_requested');
  });
  announceChange(call);
  return answer;
}

/** Makes a draft due at its proposed time, provided that it still has the version that was reviewed. */
export async function approvePost(call: Call<'posts.approve'>): Promise<ChangedPost> {
  const answer = await call.commit(async (trx) => {
    const stored = await readForChange(trx, call, 'approve', call.body.version);
    return makePostDue(trx, call, stored, call.body, 'approved');
  });
  announceChange(call);
  return answer;
}

async function makePostDue(
  trx: Write,
  call: PublishCall,
  stored: StoredPost,
  body: PublishPost | ApprovePost,
  action: Extract<HistoryAction, 'publish_requested' | 'approved'>,
): Promise<ChangedPost> {
  const { caller, now, services } = call;
  const { post } = stored;
  const targets = stored.targets.filter(isPublishable);
  if (targets.length === 0 && post.status !== 'draft') {
    throw stateConflict('No target of the post is left to publish.', post);
  }
  const requested = requestedTime(stored, body, action);
  const connected = await listAllAccounts(trx, caller.workspace.id);
  const content = contentOf(post);
  const media = await mediaOf(trx, caller.workspace.id, content);
  const planned = planPost({
    post: {
      ...content,
      overrides: inStoredZone(content.overrides, post.timezone),
      accountIds: targets.map((target) => target.account_id),
      ...requested.written,
      scheduleMode: requested.mode,
    },
    workspace: caller.workspace,
    connected,
    media,
    now,
    publicUrl: services.publicUrl,
    written: writtenTargets(stored, content),
    isPublic: services.isPublic,
    known: requested.known,
    ownTimes: requested.mode === 'schedule' ? 'if_future' : 'ignored',
  });
  const { slotId, together } = requested.written;
  const except = targets.map((target) => target.id);
  const queueInput = { workspaceId: caller.workspace.id, slotId, together, except, now };
  const plan = await chooseQueueSlots(trx, planned, queueInput);
  rejectInvalidPlan(plan);
  if (body.allowDuplicate !== true) await refuseDuplicates(trx, post.id, targets, plan, now);

  const moment = { clock: dueClockOf(call), now };
  for (const target of targets) {
    await takeBoard(trx, target, plan.reports, now);
    const scheduledAt = plan.times.get(target.account_id) ?? now;
    await makeDue(trx, target, { scheduledAt, dueAt: scheduledAt }, moment);
  }
  await reserveQueueSlots(trx, plan, targets, queueInput);
  await replaceMediaInUse(trx, post, content, media, now);
  const changed = await finishChange(trx, call, stored, {
    action: action === 'approved' ? 'approve' : 'publish',
    history: action,
    changes: [
      { field: 'status', from: post.status, to: plan.mode === 'now' ? 'queued' : 'scheduled' },
      { field: 'scheduledAt', from: iso(post.scheduled_at), to: iso(plan.scheduledAt) },
      ...(action === 'approved' ? replacedByApproval(post, plan) : []),
    ],
    summary: plan.mode === 'now' ? 'queued to publish now' : `scheduled for ${iso(plan.scheduledAt)}`,
    set: {
      schedule_mode: plan.mode,
      scheduled_at: plan.scheduledAt,
      timezone: plan.timezone,
      issues_json: JSON.stringify(issuesOf(plan)),
      proposed_json: null,
      review_note: null,
    },
  });
  if (changed.post.status === 'scheduled') {
    await recordPostScheduled(trx, services.ids, changed.post, changed.post.effective_at, now);
  }
  return { ...viewPost(changed, { now, services }), warnings: warningsOf(plan) };
}

/** What an approval removes from the draft: with it, `reopenPost` takes the approval back. */
function replacedByApproval(post: PostRow, plan: Plan): FieldChange[] {
  const { proposed_json, review_note, timezone } = post;
  const proposal = proposed_json === null ? null : proposalForHistory(JSON.parse(proposed_json));
  const removed = [
    { field: 'proposed', from: proposal, to: null },
    { field: 'reviewNote', from: review_note, to: null },
    { field: 'timezone', from: timezone, to: plan.timezone },
  ];
  return removed.filter(({ from, to }) => from !== to);
}

interface RequestedTime {
  readonly mode: ProposedMode;
  readonly written: Omit<ProposedTime, 'scheduleMode'>;
  readonly known: { readonly scheduledAt: number | null; readonly timezone: string };
}

/** When to publish: the request's time. An approval without a time uses the draft's proposal. */
function requestedTime(
  { post }: StoredPost,
  body: PublishPost | ApprovePost,
  action: 'publish_requested' | 'approved',
): RequestedTime {
  const { scheduleMode, scheduledAt, timezone, slotId, together } = body;
  const written = {
    ...(scheduledAt !== undefined && { scheduledAt }),
    ...(timezone !== undefined && { timezone }),
    ...(slotId !== undefined && { slotId }),
    ...(together !== undefined && { together }),
  };
  const hasTime = scheduleMode !== undefined || slotId !== undefined || Boolean(scheduledAt);
  if (action === 'publish_requested' || hasTime) {
    return { mode: publishingModeOf(body), written, known: { scheduledAt: null, timezone: post.timezone } };
  }
  if (post.proposed_json === null) {
    throw stateConflict(
      'The draft does not propose a time. Send `scheduleMode` with the approval: `now`, or `schedule` with `scheduledAt`.',
      post,
    );
  }
  const proposal: StoredProposal = JSON.parse(post.proposed_json);
  const { scheduledAt: proposedAt, timezone: proposedZone } = proposal;
  return {
    mode: proposal.scheduleMode,
    written: {
      ...(proposal.slotId !== undefined && { slotId: proposal.slotId }),
      ...(proposal.together !== undefined && { together: proposal.together }),
    },
    known: { scheduledAt: proposedAt, timezone: proposedZone },
  };
}

async function refuseDuplicates(
  trx: Write,
  postId: string,
  targets: readonly StoredTarget[],
  plan: Plan,
  now: number,
): Promise<void> {
  const wanted = targets.map((target) => ({
    accountId: target.account_id,
    fingerprint: target.fingerprint,
    at: plan.times.get(target.account_id) ?? now,
  }));
  const duplicate = await findDuplicate(trx, wanted, postId);
  if (duplicate) throw duplicateRefusal(duplicate);
}
