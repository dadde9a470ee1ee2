import type { Issue } from '../../contract/errors.js';
import type { CreatedPost } from '../../contract/posts.js';
import type { Call } from '../http/call.js';
import { RequestRefused } from '../http/refusal.js';
import { recordActivity } from '../store/activity.js';
import { recordEvent } from '../store/events.js';
import type { PostRow, TargetRow } from '../store/schema.js';
import { findDuplicate } from './duplicates.js';
import { fingerprintOf } from './fingerprint.js';
import { type Plan, planPost } from './plan.js';
import { accountsOf, insertPost } from './repository.js';
import { viewPost } from './view.js';

type CreateCall = Call<'posts.create'>;

/**
 * Makes a post: a draft, or one that is due now or later. Everything that it refuses, it refuses at once and
 * before anything is written; everything that it writes, it writes in one transaction.
 */
export async function createPost(call: CreateCall): Promise<CreatedPost> {
  const { body, caller, now, services } = call;
  const connected = await accountsOf(services.store.db, caller.workspace.id);
  const plan = planPost({ post: body, workspace: caller.workspace, connected, now });
  refuseWhatCannotBe(plan);
  const { post, targets } = rowsFor(call, plan);

  const created = await call.commit(async (trx) => {
    if (plan.mode !== 'draft' && body.allowDuplicate !== true) {
      const wanted = targets.map((target) => ({
        accountId: target.account_id,
        fingerprint: target.fingerprint,
      }));
      const duplicate = await findDuplicate(trx, wanted, plan.scheduledAt ?? now);
      if (duplicate) throw duplicatePost(duplicate.postId, duplicate.status);
    }
    await insertPost(trx, post, targets);
    if (post.status === 'scheduled') {
      await recordEvent(trx, services.ids, {
        workspaceId: post.workspace_id,
        type: 'post.scheduled',
        objectId: post.id,
        data: {
          postId: post.id,
          status: post.status,
          scheduledAt: new Date(post.effective_at).toISOString(),
        },
        now,
      });
    }
    await recordActivity(trx, {
      workspaceId: post.workspace_id,
      apiKeyId: caller.key.id,
      operation: 'posts.create',
      objectId: post.id,
      summary: `created as ${post.status}`,
      requestId: call.requestId,
      now,
    });
    const handles = new Map(plan.accounts.map((account) => [account.id, account.handle]));
    const stored = {
      post,
      targets: targets.map((row) => ({ ...row, handle: handles.get(row.account_id) ?? '' })),
    };
    const view = viewPost(stored, { now, publicUrl: services.publicUrl });
    return { ...view, warnings: warningsOf(plan) };
  });
  if (plan.mode !== 'draft') services.wakePublisher();
  return created;
}

function refuseWhatCannotBe(plan: Plan): void {
  const [first, ...others] = plan.refusals;
  if (first) {
    const errors = [first, ...others].flatMap((refusal) => refusal.details.errors ?? []);
    throw new RequestRefused(first.code, [first, ...others].map((one) => one.message).join(' '), {
      ...first.details,
      ...(errors.length > 0 && { errors }),
    });
  }
  const errors = plan.reports.flatMap((report) => report.errors);
  const unknownMedia = errors.filter((issue) => issue.code === 'media_not_found');
  const refusing = plan.mode === 'draft' ? unknownMedia : errors;
  if (refusing.length > 0)
    throw new RequestRefused('rules_violated', summary(refusing), { errors: refusing });
}

function summary(errors: readonly Issue[]): string {
  const [first] = errors;
  if (errors.length === 1 && first) return first.fix ? `${first.message} ${first.fix}` : first.message;
  return `${errors.length} rules are broken; nothing was created. ${errors.map((error) => error.message).join(' ')}`;
}

function duplicatePost(postId: string, status: string): RequestRefused {
  return new RequestRefused(
    'duplicate_post',
    `The same text and media are already on the same account within 24 hours (${postId}, ${status}); nothing new was created. Send \`allowDuplicate: true\` to create it all the same.`,
    { existingPostId: postId, existingStatus: status },
  );
}

function warningsOf(plan: Plan): Issue[] {
  return [...plan.warnings, ...plan.reports.flatMap((report) => report.warnings)];
}

function rowsFor(call: CreateCall, plan: Plan): { post: PostRow; targets: TargetRow[] } {
  const { body, caller, now, services } = call;
  const id = services.ids.next('post', now);
  const status = plan.mode === 'draft' ? 'draft' : plan.mode === 'now' ? 'queued' : 'scheduled';
  const dueAt = plan.mode === 'draft' ? null : plan.scheduledAt;
  const issues = plan.reports.flatMap((report) => [...report.errors, ...report.warnings]);
  const post: PostRow = {
    id,
    workspace_id: caller.workspace.id,
    status,
    text: body.text ?? '',
    media_urls_json: JSON.stringify(body.mediaUrls ?? []),
    alt_texts_json: JSON.stringify(body.altTexts ?? []),
    overrides_json: JSON.stringify(body.overrides ?? []),
    schedule_mode: plan.mode,
    scheduled_at: plan.scheduledAt,
    timezone: plan.timezone,
    issues_json: JSON.stringify(issues),
    proposed_json: null,
    review_note: null,
    idempotency_key: call.idempotencyKey,
    version: 1,
    created_by_key: caller.key.id,
    created_at: now,
    updated_at: now,
    effective_at: dueAt ?? now,
  };
  const targets = plan.reports.map(
    ({ accountId, platform, content }, position): TargetRow => ({
      id: services.ids.next('target', now),
      workspace_id: post.workspace_id,
      post_id: id,
      position,
      account_id: accountId,
      platform,
      status: 'pending',
      phase: null,
      content_json: JSON.stringify(content),
      fingerprint: fingerprintOf(content),
      scheduled_at: plan.scheduledAt,
      due_at: dueAt,
      latest_at: dueAt === null ? null : dueAt + caller.workspace.grace_ms,
      wake_at: dueAt,
      attempt: 0,
      attempt_base: 0,
      lease_until: null,
      in_doubt: 0,
      prepared_json: '{}',
      first_attempt_at: null,
      url: null,
      network_post_id: null,
      error_json: null,
      published_at: null,
      updated_at: now,
    }),
  );
  return { post, targets };
}
