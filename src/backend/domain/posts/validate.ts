import type { Issue } from '../../../contract/errors.js';
import { accountInMessage } from '../../../contract/plain-names.js';
import type { PostValidation } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import type { Call } from '../../operations/call.js';
import type { RequestRefused } from '../../operations/refusal.js';
import { listAllAccounts } from '../accounts/repository.js';
import { unfinishedDraftIssues } from './draft-issues.js';
import { fingerprintOf } from './fingerprint.js';
import { findDuplicate } from './plan/duplicates.js';
import { mediaOf } from './plan/media.js';
import { planPost } from './plan/plan.js';
import { chooseQueueSlots } from './plan/queue-slots.js';

/** Dry run: what create would do with this post, and every problem it would report. */
export async function validatePost(call: Call<'posts.validate'>): Promise<PostValidation> {
  const { body, caller, now, services } = call;
  const { db } = services.store;
  const connected = await listAllAccounts(db, caller.workspace.id);
  const media = await mediaOf(db, caller.workspace.id, body);
  const plan = await chooseQueueSlots(
    db,
    planPost({
      post: body,
      workspace: caller.workspace,
      connected,
      media,
      now,
      publicUrl: services.publicUrl,
    }),
    { workspaceId: caller.workspace.id, slotId: body.slotId, together: body.together, now },
  );
  const formsOf = (instant: number | null) =>
    instant === null ? null : timeForms(instant, plan.timezone, now);
  const wanted = plan.reports.map(({ accountId, content }) => ({
    accountId,
    fingerprint: fingerprintOf(content),
    at: plan.times.get(accountId) ?? now,
  }));
  const duplicateOf = plan.mode === 'draft' ? null : await findDuplicate(db, wanted);
  const refusals = plan.refusals.flatMap(issuesOf);
  const isUnfinished = plan.mode === 'draft' && refusals.length === 0;
  const broken = plan.reports.some((report) => report.errors.length > 0);

  const accounts = new Map(connected.map((account) => [account.id, account]));
  return {
    ok: refusals.length === 0 && duplicateOf === null && (plan.mode === 'draft' || !broken),
    scheduleMode: plan.mode,
    when: formsOf(plan.scheduledAt),
    targets: plan.reports.map((report) => ({
      accountId: report.accountId,
      platform: report.platform,
      handle: `@${accounts.get(report.accountId)?.handle ?? ''}`,
      simulated: accounts.get(report.accountId)?.simulated !== 0,
      ok: report.errors.length === 0,
      text: report.text,
      counts: [...report.counts],
      scheduledAt: formsOf(plan.times.get(report.accountId) ?? null)?.utc ?? null,
      when: formsOf(plan.times.get(report.accountId) ?? null),
      errors: [...report.errors],
      warnings: [...report.warnings],
    })),
    errors: isUnfinished ? unfinishedDraftIssues(body, plan.accounts.length) : refusals,
    warnings: [...plan.warnings],
    duplicateOf,
  };
}

function issuesOf(refusal: RequestRefused): Issue[] {
  return (
    refusal.details.errors ?? [
      {
        code: refusal.code,
        severity: 'error',
        message: refusal.message,
        ...(refusal.details.choices && {
          allowed: refusal.details.choices.map(
            (choice) =>
              `${choice.accountId} (${choice.platform} ${accountInMessage({ id: choice.accountId, handle: choice.handle })})`,
          ),
        }),
      },
    ]
  );
}
