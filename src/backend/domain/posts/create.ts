import type { CreatePost } from '../../../contract/posts/content.js';
import type { CreatedPost } from '../../../contract/posts/posts.js';
import { recordedTraceparent } from '../../base/tracing/tracer.js';
import type { Call } from '../../operations/call.js';
import { recordActivity } from '../../store/activity.js';
import { recordPostScheduled } from '../../store/events.js';
import { actorsIn, actorsOfPosts } from '../../store/post-actors.js';
import type { AccountRow, PostRow, TargetPartRow, TargetRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { listAllAccounts } from '../accounts/repository.js';
import { knownBoards } from '../accounts/view.js';
import { insertPostLabels, labelsNamed } from '../labels/post-labels.js';
import { checkSource, findSourceOf, withSourceLink } from '../sources/source-link.js';
import { actorOfCaller } from './actor-of-caller.js';
import { refuseOwnTime } from './approval/other-approver.js';
import { dueClockOf } from './change.js';
import { excerptOf } from './excerpt.js';
import { recordHistory, restoreHistory } from './history.js';
import { readLinksSoon } from './linked-pages.js';
import { findDuplicate } from './plan/duplicates.js';
import { duplicateRefusal, issuesOf, rejectInvalidPlan, warningsOf } from './plan/issues.js';
import { keepMediaInUse, mediaOf, type PostMedia, withAltTexts } from './plan/media.js';
import { type Plan, planPost } from './plan/plan.js';
import { chooseQueueSlots, reserveQueueSlots } from './plan/queue-slots.js';
import { insertPost, type StoredPost } from './repository.js';
import { newTarget, partsOf } from './targets/rows.js';
import { writtenTargets } from './targets/written.js';
import { viewPost } from './view.js';

/** What creating a post needs of the request that creates it. */
export type CreateCall = Pick<
  Call<'posts.create'>,
  'caller' | 'now' | 'services' | 'idempotencyKey' | 'requestId' | 'restored'
>;

/**
 * Creates a draft, or a post to publish now or later. All errors are reported together, before anything is written.
 * All writes share one transaction.
 */
export async function createPost(call: Call<'posts.create'>): Promise<CreatedPost> {
  const { body, caller, services } = call;
  const connected = await listAllAccounts(services.store.db, caller.workspace.id);
  const wanted = await plannedPost(call, body, connected);
  rejectInvalidPlan(wanted.plan);
  let wakeAt = Number.POSITIVE_INFINITY;
  const created = await call.commit(
    async (trx) => {
      const written = await writePost(trx, call, wanted);
      wakeAt = written.wakeAt;
      return written.created;
    },
    { again: true },
  );
  services.wakePublisher(wakeAt);
  readLinksSoon(call, wanted.plan.reports);
  return created;
}

/** A post as it is to be created. */
export interface PlannedPost {
  readonly body: CreatePost;
  readonly plan: Plan;
  readonly media: PostMedia;
}

/**
 * @param connected all accounts of the workspace
 * @param stored the post that would be published or edited with this content
 */
export async function plannedPost(
  { caller, now, services }: CreateCall,
  asked: CreatePost,
  connected: readonly AccountRow[],
  stored: StoredPost | null = null,
): Promise<PlannedPost> {
  const { db } = services.store;
  const source = await findSourceOf(db, caller.workspace.id, asked.sourceId);
  const linked = withSourceLink(asked, source);
  const media = await mediaOf(db, caller.workspace.id, linked);
  const body = withAltTexts(linked, media);
  const { workspace } = caller;
  const { publicUrl, isPublic } = services;
  const written = stored ? writtenTargets(stored, body) : undefined;
  return {
    body,
    media,
    plan: planPost({ post: body, workspace, connected, media, now, publicUrl, isPublic, written }),
  };
}

/** A post that was written, and when (system time) its first target is due. */
export interface WrittenPost {
  readonly created: CreatedPost;
  readonly wakeAt: number;
}

/**
 * Writes a post.
 *
 * @throws RequestRefused before anything is written
 */
export async function writePost(
  trx: Write,
  call: CreateCall,
  { body, plan, media }: PlannedPost,
): Promise<WrittenPost> {
  const { caller, now, services } = call;
  if (plan.mode !== 'draft') await refuseOwnTime(trx, caller);
  const queueInput = { workspaceId: caller.workspace.id, slotId: body.slotId, together: body.together, now };
  await checkSource(trx, caller.workspace.id, body.sourceId);
  const queued = await chooseQueueSlots(trx, plan, queueInput);
  rejectInvalidPlan(queued);
  const { post, targets, parts } = rowsFor(call, body, queued);
  if (plan.mode !== 'draft' && body.allowDuplicate !== true) {
    const wanted = targets.map((target) => ({
      accountId: target.account_id,
      fingerprint: target.fingerprint,
      at: target.due_at ?? now,
    }));
    const duplicate = await findDuplicate(trx, wanted);
    if (duplicate) throw duplicateRefusal(duplicate);
  }
  const labels = await labelsNamed(trx, body.labels ?? [], {
    workspaceId: post.workspace_id,
    ids: services.ids,
    now,
  });
  await insertPost(trx, post, targets, parts);
  await insertPostLabels(trx, post, labels);
  await keepMediaInUse(trx, post, body, media, now);
  await reserveQueueSlots(trx, queued, targets, queueInput);
  if (call.restored) await restoreHistory(trx, post, call.restored);
  else {
    await recordHistory(trx, {
      postId: post.id,
      workspaceId: post.workspace_id,
      apiKeyId: caller.key.id,
      action: 'created',
      changes: [],
      version: post.version,
      now,
    });
  }
  if (post.status === 'scheduled') {
    await recordPostScheduled(trx, services.ids, post, post.effective_at, now);
  }
  await recordActivity(trx, {
    workspaceId: post.workspace_id,
    apiKeyId: caller.key.id,
    operation: 'posts.create',
    objectId: post.id,
    summary: call.restored
      ? 'restored a deleted draft'
      : post.status === 'scheduled'
        ? `created as scheduled for ${new Date(post.effective_at).toISOString()}`
        : `created as ${post.status}`,
    excerpt: excerptOf(post.text),
    requestId: call.requestId,
    now,
  });
  const accounts = new Map(plan.accounts.map((account) => [account.id, account]));
  const stored = {
    post,
    targets: targets.map((row) => ({
      ...row,
      handle: accounts.get(row.account_id)?.handle ?? '',
      simulated: accounts.get(row.account_id)?.simulated ?? 1,
      slot_id: queued.slots.get(row.account_id)?.id ?? null,
      boards: boardsKnown(accounts.get(row.account_id)),
      parts: parts.filter((part) => part.target_id === row.id),
    })),
    labels: labels.map(({ name }) => name),
    by: actorsIn(
      post.status,
      call.restored
        ? (await actorsOfPosts(trx, [post.id])).get(post.id)
        : { draftedBy: actorOfCaller(caller), approvedBy: null, publishedBy: null },
    ),
  };
  return {
    created: { ...viewPost(stored, { now, services }), warnings: warningsOf(queued) },
    wakeAt: Math.min(...targets.map(({ wake_at }) => wake_at ?? Number.POSITIVE_INFINITY)),
  };
}

export const boardsKnown = (account: AccountRow | undefined) => (account && knownBoards(account)) ?? [];

interface NewRows {
  readonly post: PostRow;
  readonly targets: readonly TargetRow[];
  readonly parts: readonly TargetPartRow[];
}

function rowsFor(call: CreateCall, body: CreatePost, plan: Plan): NewRows {
  const { caller, now, services } = call;
  const { workspace } = caller;
  const isDraft = plan.mode === 'draft';
  const clock = dueClockOf(call);
  const times = [...plan.times.values()].filter((time) => time !== null);
  const post: PostRow = {
    id: services.ids.next('post', now),
    workspace_id: workspace.id,
    status: isDraft ? 'draft' : plan.mode === 'now' ? 'queued' : 'scheduled',
    text: body.text ?? '',
    media_urls_json: JSON.stringify(body.mediaUrls ?? []),
    alt_texts_json: JSON.stringify(body.altTexts ?? []),
    overrides_json: JSON.stringify(body.overrides ?? []),
    kind: plan.kind,
    schedule_mode: plan.mode,
    scheduled_at: plan.scheduledAt,
    timezone: plan.timezone,
    issues_json: JSON.stringify(issuesOf(plan)),
    proposed_json: plan.proposal && JSON.stringify(plan.proposal),
    review_note: null,
    source_id: body.sourceId ?? null,
    link: body.link ?? null,
    idempotency_key: call.idempotencyKey,
    traceparent: recordedTraceparent(),
    version: call.restored?.at(-1)?.version ?? 1,
    created_by_key: caller.key.id,
    created_at: now,
    updated_at: now,
    effective_at: isDraft || times.length === 0 ? now : Math.min(...times),
    incomplete: 0,
    remark_count: 0,
  };
  const targets = plan.reports.map((report, position) => {
    const scheduledAt = plan.times.get(report.accountId) ?? null;
    const due = { scheduledAt, dueAt: isDraft ? null : scheduledAt };
    return newTarget(services.ids.next('target', now), post, report, position, due, clock);
  });
  const parts = plan.reports.flatMap((report, index) =>
    partsOf(targets[index]?.id ?? '', workspace.id, report),
  );
  return { post, targets, parts };
}
