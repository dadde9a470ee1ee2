import type { UpdatePost } from '../../../../contract/posts/changes.js';
import { MAX_OVERRIDES, type PostDraft } from '../../../../contract/posts/content.js';
import { mergeOverrides, sameOverrides } from '../../../../networks/merge-overrides.js';
import { iso } from '../../../../time/iso.js';
import { type RequestRefused, refusalOfIssue } from '../../../operations/refusal.js';
import type { AccountRow, WorkspaceRow } from '../../../store/schema.js';
import type { FieldChange } from '../history.js';
import type { StoredPost, StoredTarget } from '../repository.js';
import { stateConflict } from '../state-conflict.js';
import { contentOf, type StoredContent } from '../stored-content.js';
import { isEditable } from '../targets/state.js';
import { writtenTargets } from '../targets/written.js';
import { chooseAccounts, targetRequired } from './accounts.js';
import { joinedRefusal } from './issues.js';
import type { PostMedia } from './media.js';
import { type Plan, planPost, proposalForHistory, type StoredProposal } from './plan.js';
import { inStoredZone } from './times.js';

/** The result of planning an edit. */
export interface UpdatePlan {
  readonly plan: Plan;
  readonly content: StoredContent;
  /** Targets whose content is replaced. */
  readonly kept: readonly StoredTarget[];
  readonly removed: readonly StoredTarget[];
  /** Accounts that get a new target. */
  readonly added: readonly AccountRow[];
  readonly proposal: StoredProposal | null;
  readonly changes: readonly FieldChange[];
}

export interface UpdateInput {
  readonly stored: StoredPost;
  readonly body: UpdatePost;
  readonly workspace: WorkspaceRow;
  readonly connected: readonly AccountRow[];
  readonly media: PostMedia;
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
  readonly publicUrl: string;
  readonly isPublic: boolean;
}

/**
 * Plans an edit. Pure.
 *
 * @throws RequestRefused if the post's state does not allow the edit, or the accounts cannot be determined
 */
export function planUpdate(input: UpdateInput): UpdatePlan {
  const { stored, body, workspace, connected, media, now, publicUrl, isPublic } = input;
  const { post } = stored;
  const isDraft = post.status === 'draft';
  if (stored.targets.some((target) => target.status === 'publishing')) {
    throw stateConflict('The post is being published now. Wait until that has ended, then edit it.', post);
  }
  const open = stored.targets.filter(isEditable);
  const waiting = open.filter((target) => target.status === 'pending');
  if (!isDraft) rejectDraftFields(body, stored, waiting.length > 0);
  if (!isDraft && open.length === 0) {
    throw stateConflict(
      'The post can no longer be edited: every target is published, may be published, or was cancelled.',
      post,
    );
  }

  const { removed, added } = accountChanges(input, open);
  if (added.length > 0 && !isDraft && post.status !== 'scheduled') {
    throw stateConflict(
      'The time of the post has passed, so no account can be added to it. Create a new post for the account, or first publish this one at a new time.',
      post,
    );
  }
  const kept = open.filter((target) => !removed.includes(target));
  if (!isDraft && removed.length > 0 && removed.length === stored.targets.length && added.length === 0) {
    throw targetRequired(connected);
  }
  const content = contentAfter(contentOf(post), body);
  const timed = [
    ...kept
      .filter((target) => target.status === 'pending' && isRetimed(target, post, body))
      .map((target) => target.account_id),
    ...added.map(({ id }) => id),
  ];
  const plan = planPost({
    post: draftFor(input, content, [
      ...kept.map((target) => target.account_id),
      ...added.map(({ id }) => id),
    ]),
    workspace,
    connected,
    media,
    now,
    publicUrl,
    written: writtenTargets(stored, content),
    isPublic,
    known: { scheduledAt: body.scheduledAt === null ? null : post.scheduled_at, timezone: post.timezone },
    ownTimes: body.overrides?.some(({ scheduledAt }) => scheduledAt) ? 'required' : 'if_future',
    timed: new Set(timed),
    mayBeNone: true,
  });
  const proposal = isDraft ? proposalAfter(stored, body, plan) : null;
  return {
    plan,
    content,
    kept,
    removed,
    added,
    proposal,
    changes: changesOf(input, content, plan, proposal, { removed, added }),
  };
}

/** Whether an edit changes when a target is published. A target with a slot keeps it unless it gets another time. */
function isRetimed(
  target: StoredTarget,
  post: StoredPost['post'],
  { scheduledAt, overrides }: UpdatePost,
): boolean {
  if (scheduledAt !== undefined || overrides === undefined) return scheduledAt !== undefined;
  if (overrides === null) return post.schedule_mode !== 'queue';
  if (post.schedule_mode !== 'queue') return true;
  const names = [target.account_id, target.platform];
  return overrides.some((override) => names.includes(override.target) && Boolean(override.scheduledAt));
}

function rejectDraftFields(body: UpdatePost, { post }: StoredPost, anyWaiting: boolean): void {
  if (body.proposed !== undefined) {
    throw stateConflict('`proposed` is only allowed for drafts, and this post is not a draft.', post);
  }
  if (body.scheduledAt === null) {
    throw stateConflict(
      '`scheduledAt` cannot be null: a scheduled post needs a time. Cancel the post instead.',
      post,
    );
  }
  if (body.scheduledAt !== undefined && !anyWaiting) {
    throw stateConflict(
      `No target of the post is waiting for its time. To choose a new time, use \`POST /v1/posts/${post.id}/publish\` with \`scheduledAt\`.`,
      post,
    );
  }
}

/** Which targets an edit removes and adds. Targets that are or may be published stay, named or not. */
function accountChanges(
  { stored, body, connected }: UpdateInput,
  open: readonly StoredTarget[],
): { readonly removed: readonly StoredTarget[]; readonly added: readonly AccountRow[] } {
  const named = body.platform !== undefined || body.platforms !== undefined || body.accountIds !== undefined;
  if (!named) return { removed: [], added: [] };
  const choice = chooseAccounts(body, connected);
  if (choice.refusals.length > 0) throw joinedRefusal(choice.refusals);
  const wanted = new Set(choice.accounts.map((account) => account.id));
  const present = new Set(stored.targets.map((target) => target.account_id));
  return {
    removed: open.filter((target) => !wanted.has(target.account_id)),
    added: choice.accounts.filter((account) => !present.has(account.id)),
  };
}

/** The content of a post after an edit. */
function contentAfter(
  stored: StoredContent,
  { text, mediaUrls, altTexts, overrides, link }: UpdatePost,
): StoredContent {
  const merged = mergeOverrides(stored, overrides);
  if (merged.length > MAX_OVERRIDES) throw tooManyOverrides(merged.length);
  return {
    ...stored,
    ...(text !== undefined && { text }),
    ...(mediaUrls !== undefined && { mediaUrls }),
    ...(altTexts !== undefined && { altTexts: altTexts ?? [] }),
    ...(link !== undefined && { link }),
    ...(!sameOverrides(stored.overrides, merged) && { overrides: merged }),
  };
}

function tooManyOverrides(number: number): RequestRefused {
  const message = `The post would have ${number} overrides, and at most ${MAX_OVERRIDES} are possible.`;
  const fix = 'Remove overrides of targets that the post does not have: set each of their fields to `null`.';
  return refusalOfIssue('validation_failed', { message, pointer: '/overrides', fix });
}

/** The edited post in the form of a create request. */
function draftFor(
  { stored, body }: UpdateInput,
  content: StoredContent,
  accountIds: readonly string[],
): PostDraft {
  const isDraft = stored.post.status === 'draft';
  const { scheduledAt, timezone, proposed } = body;
  return {
    ...content,
    overrides: inStoredZone(content.overrides, timezone ?? stored.post.timezone, body.overrides ?? []),
    accountIds: [...accountIds],
    scheduleMode: isDraft ? 'draft' : 'schedule',
    ...(scheduledAt !== undefined && { scheduledAt }),
    ...(timezone !== undefined && { timezone }),
    ...(proposed && { proposed }),
  };
}

/** A draft's proposal after an edit: the request's, or else the stored one. */
function proposalAfter({ post }: StoredPost, body: UpdatePost, plan: Plan): StoredProposal | null {
  if (body.proposed === null) return null;
  if (body.proposed !== undefined || body.scheduledAt) return plan.proposal;
  if (body.scheduledAt === null) return null;
  return post.proposed_json === null ? null : JSON.parse(post.proposed_json);
}

function changesOf(
  { stored, body }: UpdateInput,
  content: StoredContent,
  plan: Plan,
  proposal: StoredProposal | null,
  { removed, added }: { readonly removed: readonly StoredTarget[]; readonly added: readonly AccountRow[] },
): FieldChange[] {
  const { post, targets } = stored;
  const before = {
    ...contentOf(post),
    sourceId: post.source_id,
    accounts: targets.map((target) => target.account_id),
    scheduledAt: iso(post.scheduled_at),
    timezone: post.timezone,
    proposed: proposalForHistory(post.proposed_json === null ? null : JSON.parse(post.proposed_json)),
  };
  const after: typeof before = {
    ...content,
    sourceId: body.sourceId === undefined ? post.source_id : body.sourceId,
    accounts: [
      ...targets.filter((target) => !removed.includes(target)).map((target) => target.account_id),
      ...added.map(({ id }) => id),
    ],
    scheduledAt: iso(plan.scheduledAt),
    timezone: plan.timezone,
    proposed: proposalForHistory(proposal),
  };
  return Object.entries(after).flatMap(([field, to]) => {
    const from: unknown = Reflect.get(before, field);
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }];
  });
}
