import { type ChangedPost, isOnlyLabels } from '../../../contract/posts/changes.js';
import type { TargetReport } from '../../../networks/preflight.js';
import type { Call } from '../../operations/call.js';
import { recordPostScheduled } from '../../store/events.js';
import type { Write } from '../../store/store.js';
import type { LabelRow } from '../../store/tables/label-rows.js';
import { listAllAccounts } from '../accounts/repository.js';
import { labelsNamed, replacePostLabels } from '../labels/post-labels.js';
import { releaseSlots, reserveSlots } from '../slots/reservations.js';
import { checkSource, withSourceLink } from '../sources/source-link.js';
import { APPROVAL_ENDED, endsApproval } from './approval/edits.js';
import { endApproval } from './approval/withdraw.js';
import { announceChange, dueClockOf, finishChange, readForChange, recordPostActivity } from './change.js';
import { fingerprintOf } from './fingerprint.js';
import { type FieldChange, recordHistory } from './history.js';
import { readLinksSoon } from './linked-pages.js';
import { type SlottedUpdate, withAddedSlots } from './plan/added-slots.js';
import { findDuplicate, type PlannedContent } from './plan/duplicates.js';
import { duplicateRefusal, issuesOf, rejectInvalidPlan, warningsOf } from './plan/issues.js';
import { mediaOf, replaceMediaInUse } from './plan/media.js';
import { planUpdate, type UpdatePlan } from './plan/update-plan.js';
import { deleteTargets, insertTargets, type StoredPost } from './repository.js';
import { contentOf, contentRow } from './stored-content.js';
import { dueColumns, newTarget, partsOf } from './targets/rows.js';
import { replaceIfChanged, writeTarget } from './targets/writes.js';
import { viewPost } from './view.js';

type UpdateCall = Call<'posts.update'>;

/** Edits the content, accounts, times or proposal of a post, as far as it is not published yet. */
export async function updatePost(call: UpdateCall): Promise<ChangedPost> {
  const { caller, now, services } = call;
  const onlyLabels = isOnlyLabels(call.body);
  let reports: readonly TargetReport[] = [];
  const answer = await call.commit(async (trx) => {
    const stored = await readForChange(trx, call, 'update', call.body.version, () => onlyLabels);
    const relabelled = await labelsAfter(trx, call, stored);
    if (onlyLabels) {
      const labelled = relabelled ? await writeLabels(trx, call, stored, relabelled) : stored;
      return { ...viewPost(labelled, { now, services }), warnings: [] };
    }
    const body = withSourceLink(call.body, await checkSource(trx, caller.workspace.id, call.body.sourceId));
    const connected = await listAllAccounts(trx, caller.workspace.id);
    const media = await mediaOf(trx, caller.workspace.id, contentOf(stored.post), {
      mediaUrls: body.mediaUrls,
      overrides: body.overrides ?? undefined,
    });
    const planned = planUpdate({
      stored,
      body,
      workspace: caller.workspace,
      connected,
      media,
      now,
      publicUrl: services.publicUrl,
      isPublic: services.isPublic,
    });
    rejectInvalidPlan(planned.plan);
    reports = planned.plan.reports;
    const update = await withAddedSlots(trx, stored, planned, body, now);
    const view = (post: StoredPost) => ({
      ...viewPost(post, { now, services }),
      warnings: warningsOf(update.plan),
    });
    const heldView = (post: StoredPost) => {
      const shown = view(post);
      return { ...shown, warnings: [...shown.warnings, APPROVAL_ENDED] };
    };
    const changes = [...update.changes, ...(relabelled ? [relabelled.change] : [])];
    if (changes.length === 0) return view(stored);
    if (stored.post.status !== 'draft' && body.allowDuplicate !== true) {
      await refuseDuplicates(trx, stored, update, now);
    }
    const ends = await endsApproval(trx, call, stored, changes);
    await writeTargets(trx, call, stored, update);
    await replaceMediaInUse(trx, stored.post, update.content, media, now);
    if (relabelled) await replacePostLabels(trx, stored.post, relabelled.labels);
    const changed = await finishChange(trx, call, stored, {
      action: 'update',
      history: 'updated',
      changes,
      summary: `changed ${changes.map(({ field }) => field).join(', ')}`,
      set: {
        ...contentRow(update.content),
        kind: update.plan.kind,
        ...(body.scheduledAt && stored.post.status !== 'draft' && { schedule_mode: 'schedule' as const }),
        scheduled_at: update.plan.scheduledAt,
        timezone: update.plan.timezone,
        issues_json: JSON.stringify(issuesOf(update.plan)),
        proposed_json: update.proposal && JSON.stringify(update.proposal),
        ...(body.proposed && { review_note: null }),
        ...(body.sourceId !== undefined && { source_id: body.sourceId }),
      },
    });
    if (ends) return heldView(await endApproval(trx, call, changed));
    const { post } = changed;
    if (post.status === 'scheduled' && update.plan.times.size > 0) {
      await recordPostScheduled(trx, services.ids, post, post.effective_at, now);
    }
    return view(changed);
  });
  announceChange(call);
  readLinksSoon(call, reports);
  return answer;
}

/** A change of a post's labels. */
interface Relabelled {
  readonly labels: readonly LabelRow[];
  readonly change: FieldChange;
}

/** The labels that the request gives the post; null if they stay as they are. */
async function labelsAfter(
  trx: Write,
  { body, caller, now, services }: UpdateCall,
  stored: StoredPost,
): Promise<Relabelled | null> {
  if (body.labels === undefined) return null;
  const labels = await labelsNamed(trx, body.labels, {
    workspaceId: caller.workspace.id,
    ids: services.ids,
    now,
  });
  const names = labels.map(({ name }) => name);
  if (JSON.stringify(names) === JSON.stringify(stored.labels)) return null;
  return { labels, change: { field: 'labels', from: stored.labels, to: names } };
}

/**
 * Changes the labels alone, whatever the status of the post. Its version stays: labels are no content, and somebody who
 * edits the post meanwhile loses nothing.
 */
async function writeLabels(
  trx: Write,
  call: UpdateCall,
  stored: StoredPost,
  { labels, change }: Relabelled,
): Promise<StoredPost> {
  const { caller, now } = call;
  const { post } = stored;
  await replacePostLabels(trx, post, labels);
  await trx.updateTable('posts').set({ updated_at: now }).where('id', '=', post.id).execute();
  await recordHistory(trx, {
    postId: post.id,
    workspaceId: post.workspace_id,
    apiKeyId: caller.key.id,
    action: 'updated',
    changes: [change],
    version: post.version,
    now,
  });
  await recordPostActivity(trx, call, { action: 'update', summary: 'changed labels', post });
  return { ...stored, post: { ...post, updated_at: now }, labels: labels.map(({ name }) => name) };
}

async function writeTargets(
  trx: Write,
  call: UpdateCall,
  { post, targets }: StoredPost,
  { plan, kept, removed, added, slots }: SlottedUpdate,
): Promise<void> {
  const { now, services } = call;
  const clock = dueClockOf(call);
  const isDraft = post.status === 'draft';
  const dueOf = (accountId: string) => {
    const scheduledAt = plan.times.get(accountId) ?? null;
    return { scheduledAt, dueAt: isDraft ? null : scheduledAt };
  };
  // The write fails if a process has claimed one of them.
  for (const target of removed) await writeTarget(trx, target, target.status, { updated_at: now });
  await deleteTargets(
    trx,
    removed.map((target) => target.id),
  );
  for (const target of kept) {
    await replaceIfChanged(trx, target, plan.reports, now);
    if (plan.times.has(target.account_id)) {
      await writeTarget(trx, target, target.status, {
        ...dueColumns(dueOf(target.account_id), clock),
        updated_at: now,
      });
      await releaseSlots(trx, [target.id]);
    }
  }
  const after = Math.max(-1, ...targets.map((target) => target.position));
  for (const [index, { id: accountId }] of added.entries()) {
    const report = plan.reports.find((one) => one.accountId === accountId);
    if (!report) continue;
    const id = services.ids.next('target', now);
    const made = { ...post, updated_at: now };
    const row = newTarget(id, made, report, after + 1 + index, dueOf(accountId), clock);
    await insertTargets(trx, [row], partsOf(id, post.workspace_id, report));
    const slot = slots.get(accountId);
    if (slot) await reserveSlots(trx, post.workspace_id, [{ targetId: id, slot }], now);
  }
}

/** Checks only targets with new content, a new time or a new account. The others were checked before. */
async function refuseDuplicates(
  trx: Write,
  { post }: StoredPost,
  { plan, kept }: UpdatePlan,
  now: number,
): Promise<void> {
  const wanted = plan.reports.flatMap(({ accountId, untagged }): PlannedContent[] => {
    const before = kept.find((target) => target.account_id === accountId);
    const fingerprint = fingerprintOf(untagged);
    const planned = plan.times.get(accountId);
    const isNew = before?.fingerprint !== fingerprint || (planned && planned !== before.due_at);
    return isNew ? [{ accountId, fingerprint, at: planned ?? before?.due_at ?? now }] : [];
  });
  const duplicate = await findDuplicate(trx, wanted, post.id);
  if (duplicate) throw duplicateRefusal(duplicate);
}
