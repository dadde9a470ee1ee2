import { shownHandle } from '../../../contract/handles.js';
import type { PostValidation, TargetPreview } from '../../../contract/posts/posts.js';
import { foldsOf } from '../../../networks/folds.js';
import type { TargetReport } from '../../../networks/preflight.js';
import { timeForms } from '../../../time/forms.js';
import type { Call } from '../../operations/call.js';
import type { RequestRefused } from '../../operations/refusal.js';
import type { AccountRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import { listAllAccounts } from '../accounts/repository.js';
import { authorRefusal, ownTimeRefusal } from './approval/other-approver.js';
import { boardsKnown, type CreateCall, type PlannedPost, plannedPost } from './create.js';
import { unfinishedDraftIssues } from './draft-issues.js';
import { fingerprintOf } from './fingerprint.js';
import { type KnownPages, linkedPages, MAX_PAGE_WAIT_MS, previewCard, unreadLink } from './linked-pages.js';
import { noSuchPost } from './no-such-post.js';
import { findDuplicate } from './plan/duplicates.js';
import { issuesOfRefusal } from './plan/issues.js';
import { chooseQueueSlots } from './plan/queue-slots.js';
import { findPost, type StoredPost } from './repository.js';
import { boardOf } from './view.js';

/** Dry run: what create would do with this post, and every problem it would report. */
export async function validatePost(call: Call<'posts.validate'>): Promise<PostValidation> {
  const { caller, services } = call;
  const { postId, ...body } = call.body;
  const { db } = services.store;
  const stored = postId === undefined ? null : await storedPost(call, postId);
  const connected = await listAllAccounts(db, caller.workspace.id);
  const planned = await plannedPost(call, body, connected, stored);
  const pages = await linkedPages(call, planned.plan.reports, MAX_PAGE_WAIT_MS);
  return validationOf(db, call, planned, { connected, pages, stored });
}

async function storedPost({ caller, services }: Call<'posts.validate'>, id: string): Promise<StoredPost> {
  const stored = await findPost(services.store.db, caller.workspace.id, id);
  if (stored) return stored;
  throw noSuchPost(id);
}

interface ValidationContext {
  /** All accounts of the workspace. */
  readonly connected: readonly AccountRow[];
  readonly pages: KnownPages;
  /** The post that would be published or edited with this content; null: a new one. */
  readonly stored?: StoredPost | null;
}

/** What create would do with a post. */
export async function validationOf(
  db: Queries,
  { caller, now, services }: Pick<CreateCall, 'caller' | 'now' | 'services'>,
  { body, plan: unqueued }: PlannedPost,
  { connected, pages, stored = null }: ValidationContext,
): Promise<PostValidation> {
  const { slotId, together } = body;
  const plan = await chooseQueueSlots(db, unqueued, {
    workspaceId: caller.workspace.id,
    slotId,
    together,
    ...(stored && { except: stored.targets.map(({ id }) => id) }),
    now,
  });
  const formsOf = (instant: number | null) =>
    instant === null ? null : timeForms(instant, plan.timezone, now);
  const wanted = plan.reports.map(({ accountId, untagged }) => ({
    accountId,
    fingerprint: fingerprintOf(untagged),
    at: plan.times.get(accountId) ?? now,
  }));
  const duplicateOf = plan.mode === 'draft' ? null : await findDuplicate(db, wanted, stored?.post.id);
  const own = plan.mode === 'draft' ? null : await releaseRefusal(db, caller, stored);
  const refusals = [...plan.refusals, ...(own ? [own] : [])].flatMap(issuesOfRefusal);
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
      handle: shownHandle(accounts.get(report.accountId)?.handle ?? ''),
      simulated: services.rehearsal !== null || accounts.get(report.accountId)?.simulated !== 0,
      ok: report.errors.length === 0,
      text: report.text,
      link: report.content.link,
      ...boardOf(report.content.boardId, boardsKnown(accounts.get(report.accountId))),
      taggedLinks: report.taggedLinks,
      counts: [...report.counts],
      split: report.split()?.slice() ?? null,
      title: report.content.title,
      postType: report.form,
      parts: partsOf(report),
      card: previewCard(report, pages, services),
      scheduledAt: formsOf(plan.times.get(report.accountId) ?? null)?.utc ?? null,
      when: formsOf(plan.times.get(report.accountId) ?? null),
      errors: [...report.errors],
      warnings: [...report.warnings, ...unreadLink(report, pages)],
    })),
    errors: isUnfinished ? unfinishedDraftIssues(body, plan.accounts.length) : refusals,
    warnings: [...plan.warnings],
    duplicateOf,
  };
}

/** Why the caller may not give a post this time. Edits of a scheduled post are judged when they are made. */
function releaseRefusal(
  db: Queries,
  caller: CreateCall['caller'],
  stored: StoredPost | null,
): Promise<RequestRefused | null> {
  if (stored === null) return ownTimeRefusal(db, caller);
  if (stored.post.status !== 'draft') return Promise.resolve(null);
  return authorRefusal(db, caller, stored.post, 'publish');
}

/** What is published, in order. Images and videos belong to the first post. */
function partsOf({ platform, text, content }: TargetReport): TargetPreview['parts'] {
  const { mediaUrls, altTexts, thread, firstComment } = content;
  const without = { mediaUrls: [], altTexts: [] };
  const shown = (kind: TargetPreview['parts'][number]['kind']) => (one: string) => ({
    kind,
    text: one,
    ...without,
    foldAt: foldsOf(platform, one),
  });
  return [
    { ...shown('main')(text), mediaUrls: [...mediaUrls], altTexts: [...altTexts] },
    ...thread.map(shown('thread')),
    ...(firstComment === null ? [] : [firstComment]).map(shown('first_comment')),
  ];
}
