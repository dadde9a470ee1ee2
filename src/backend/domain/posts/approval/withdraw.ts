import { recordEvent } from '../../../store/events.js';
import type { PostRow } from '../../../store/schema.js';
import type { Write } from '../../../store/store.js';
import { listAllAccounts } from '../../accounts/repository.js';
import { releaseSlots } from '../../slots/reservations.js';
import { type ChangeCall, dueClockOf, finishChange } from '../change.js';
import { issuesOf } from '../plan/issues.js';
import { mediaOf } from '../plan/media.js';
import { planPost, proposalForHistory, type StoredProposal } from '../plan/plan.js';
import type { StoredPost } from '../repository.js';
import { contentOf } from '../stored-content.js';
import { dueColumns } from '../targets/rows.js';
import { writeTarget } from '../targets/writes.js';
import { writtenTargets } from '../targets/written.js';

/** The time that a post has as a draft. */
interface DraftTime {
  /** Epoch milliseconds; null: none. */
  readonly scheduledAt: number | null;
  /** IANA zone. */
  readonly timezone: string;
}

/**
 * Gives targets the times back that they have in a draft: they are no longer due.
 *
 * @returns the columns of the post that hold its time
 */
export async function withdrawTargets(
  trx: Write,
  call: ChangeCall,
  stored: StoredPost,
  { scheduledAt, timezone }: DraftTime,
): Promise<Partial<PostRow>> {
  const { post, targets } = stored;
  const { caller, now, services } = call;
  const plan = planPost({
    post: {
      ...contentOf(post),
      accountIds: targets.map((target) => target.account_id),
      scheduleMode: 'draft',
      timezone,
    },
    workspace: caller.workspace,
    connected: await listAllAccounts(trx, caller.workspace.id),
    media: await mediaOf(trx, caller.workspace.id, contentOf(post)),
    now,
    publicUrl: services.publicUrl,
    written: writtenTargets(stored, contentOf(stored.post)),
    isPublic: services.isPublic,
    known: { scheduledAt, timezone },
  });
  for (const target of targets) {
    await writeTarget(trx, target, 'pending', {
      ...dueColumns(
        { scheduledAt: plan.times.get(target.account_id) ?? scheduledAt, dueAt: null },
        dueClockOf(call),
      ),
      updated_at: now,
    });
  }
  await releaseSlots(
    trx,
    targets.map(({ id }) => id),
  );
  return {
    schedule_mode: 'draft',
    scheduled_at: scheduledAt,
    timezone,
    // An account may have been disconnected since: then its networks' rules cannot be checked again.
    ...(plan.refusals.length === 0 && { issues_json: JSON.stringify(issuesOf(plan)) }),
  };
}

/** Records that a scheduled post is a draft again. */
export function recordReopened(trx: Write, { services, now }: ChangeCall, post: PostRow): Promise<void> {
  return recordEvent(trx, services.ids, {
    workspaceId: post.workspace_id,
    type: 'post.reopened',
    objectId: post.id,
    data: { postId: post.id, status: 'draft' },
    now,
  });
}

/** Makes a scheduled post whose content has just changed a draft that proposes the time it had. */
export async function endApproval(trx: Write, call: ChangeCall, stored: StoredPost): Promise<StoredPost> {
  const { post } = stored;
  const { timezone } = post;
  const proposal: StoredProposal = {
    scheduleMode: 'schedule',
    scheduledAt: post.scheduled_at ?? post.effective_at,
    timezone,
  };
  const timed = await withdrawTargets(trx, call, stored, { scheduledAt: null, timezone });
  const reopened = await finishChange(trx, call, stored, {
    action: 'reopen',
    history: 'reopened',
    changes: [
      { field: 'status', from: post.status, to: 'draft' },
      { field: 'proposed', from: null, to: proposalForHistory(proposal) },
    ],
    summary: 'ended an approval by an edit',
    becomesDraft: true,
    set: { ...timed, proposed_json: JSON.stringify(proposal), review_note: null },
  });
  await recordReopened(trx, call, post);
  return reopened;
}
