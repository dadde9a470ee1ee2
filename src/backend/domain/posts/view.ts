import { shownHandle } from '../../../contract/handles.js';
import type { TimeForms } from '../../../contract/instants.js';
import {
  ACTION_AFTER_CANCELLING,
  ACTION_MEANWHILE,
  type Diagnosis,
} from '../../../contract/posts/delivery-errors.js';
import type { Attempt, HistoryEntry, Part, Post, Target } from '../../../contract/posts/posts.js';
import { type KnownBoard, targetBoard } from '../../../networks/boards.js';
import type { TargetContent } from '../../../networks/content.js';
import { timeForms } from '../../../time/forms.js';
import { iso } from '../../../time/iso.js';
import type { Services } from '../../operations/services.js';
import type { AttemptRow, PostRow } from '../../store/schema.js';
import { withActionUrl } from '../accounts/view.js';
import { unfinishedDraftIssues } from './draft-issues.js';
import type { StoredProposal } from './plan/plan.js';
import type { StoredPost, StoredTarget } from './repository.js';
import { contentOf } from './stored-content.js';
import { isIncomplete, isOnNetwork } from './targets/state.js';

export interface ViewContext {
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
  readonly services: Pick<Services, 'publicUrl' | 'rehearsal'>;
}

/** Shown for a single post, not in lists. */
export interface PostDetails {
  readonly attempts: readonly AttemptRow[];
  readonly history: readonly HistoryEntry[];
}

type InZone = (instant: number | null) => TimeForms | null;

/** A stored post as the API returns it. */
export function viewPost(stored: StoredPost, context: ViewContext, details?: PostDetails): Post {
  const { post, targets } = stored;
  const inZone: InZone = (instant) =>
    instant === null ? null : timeForms(instant, post.timezone, context.now);
  const isDraft = post.status === 'draft';
  const content = contentOf(post);
  const ofNetworks: Post['issues'] = JSON.parse(post.issues_json);
  const issues = [...(isDraft ? unfinishedDraftIssues(content, targets.length) : []), ...ofNetworks];

  return {
    id: post.id as Post['id'],
    status: post.status,
    ready: !issues.some((issue) => issue.severity === 'error'),
    issues,
    ...content,
    scheduleMode: post.schedule_mode,
    scheduledAt: iso(post.scheduled_at),
    timezone: post.timezone,
    when: inZone(isDraft ? post.scheduled_at : timeOf(stored)),
    proposed: viewProposal(post, context.now),
    reviewNote: post.review_note,
    targets: targets.map((target) =>
      viewTarget(
        target,
        { inZone, services: context.services },
        details?.attempts.filter((attempt) => attempt.target_id === target.id),
      ),
    ),
    incomplete: targets.some(isIncomplete),
    sourceId: post.source_id,
    labels: [...stored.labels],
    remarkCount: post.remark_count,
    idempotencyKey: post.idempotency_key,
    version: post.version,
    reviewUrl: `${context.services.publicUrl}/posts/${post.id}`,
    pollAfterSeconds: pollAfter(post, targets, context.now),
    ...stored.by,
    createdAt: new Date(post.created_at).toISOString(),
    updatedAt: new Date(post.updated_at).toISOString(),
    ...(details && { history: [...details.history] }),
  };
}

/** Statuses of posts that were never published: their time is the one that they were meant for. */
const NEVER_OUT: readonly string[] = ['cancelled', 'failed', 'missed'];

function timeOf({ post, targets }: StoredPost): number {
  if (!NEVER_OUT.includes(post.status)) return post.effective_at;
  const times = targets.flatMap((target) => target.scheduled_at ?? []);
  return times.length === 0 ? (post.scheduled_at ?? post.effective_at) : Math.min(...times);
}

function viewProposal({ proposed_json }: PostRow, now: number): Post['proposed'] {
  if (proposed_json === null) return null;
  const { scheduleMode, scheduledAt, timezone, slotId, together }: StoredProposal = JSON.parse(proposed_json);
  return {
    scheduleMode,
    scheduledAt: iso(scheduledAt),
    timezone,
    when: scheduledAt === null ? null : timeForms(scheduledAt, timezone, now),
    slotId: slotId ?? null,
    together: together ?? false,
  };
}

function viewTarget(
  target: StoredTarget,
  { inZone, services }: Pick<ViewContext, 'services'> & { readonly inZone: InZone },
  attempts: readonly AttemptRow[] | undefined,
): Target {
  const error = presentError(target, services.publicUrl);
  const content: Pick<TargetContent, 'text'> & Partial<TargetContent> = JSON.parse(target.content_json);
  const waits = target.phase === 'waiting' || target.phase === 'reconciling';
  return {
    id: target.id,
    accountId: target.account_id,
    platform: target.platform,
    handle: shownHandle(target.handle),
    simulated: target.simulated === 1 || services.rehearsal !== null,
    status: target.status,
    phase: target.phase,
    text: content.text,
    link: content.link ?? null,
    ...boardOf(content.boardId, target.boards),
    scheduledAt: iso(target.scheduled_at),
    when: inZone(target.published_at ?? target.scheduled_at),
    slotId: target.slot_id,
    url: target.url,
    networkPostId: target.network_post_id,
    error,
    ...(target.warnings_json !== null &&
      target.status !== 'deleted' && { warnings: JSON.parse(target.warnings_json) }),
    nextAttemptAt: waits && target.lease_until === null ? iso(target.due_at) : null,
    publishedAt: iso(target.published_at),
    // Nothing changes a deleted target.
    deletedAt: target.status === 'deleted' ? iso(target.updated_at) : null,
    parts: [
      mainPart(target, content.text, error),
      ...target.parts.map((part) => viewPart(part, target, services.publicUrl)),
    ],
    ...(attempts && viewAttempts(attempts)),
  };
}

/** The board as responses show it; nothing without one. */
export function boardOf(
  id: string | null | undefined,
  known: readonly KnownBoard[] | null,
): Pick<Target, 'board'> {
  const board = targetBoard(id, known ?? []);
  return board === null ? {} : { board };
}

/** The last error. `action` fits what has happened since: Postrider is handling it, or the target was cancelled. */
function presentError(target: StoredTarget, publicUrl: string): Target['error'] {
  const { status, phase, error_json } = target;
  if (error_json === null) return null;
  const error: Diagnosis = JSON.parse(error_json);
  if (status === 'cancelled') {
    const outcome = error.code === 'outcome_unknown' ? 'outcomeUnknown' : 'notPublished';
    return { ...error, action: ACTION_AFTER_CANCELLING[outcome], givesUpAt: undefined, retryAt: null };
  }
  if (status !== 'publishing') {
    return { ...withActionUrl(error, { id: target.account_id }, publicUrl), givesUpAt: undefined };
  }
  return { ...error, action: ACTION_MEANWHILE[phase === 'reconciling' ? 'reconciling' : 'waiting'] };
}

/** The main post can be published while its target is still `publishing` the parts. */
function mainPart(target: StoredTarget, text: string, error: Part['error']): Part {
  const out = isOnNetwork(target);
  // A draft in an app’s inbox has an id at the network and is not published; while it is looked up, it is in doubt.
  const isItsOwn = !out || target.status === 'deleted' || target.status === 'in_inbox' || target.in_doubt > 0;
  return {
    kind: 'main',
    index: 0,
    text,
    status: isItsOwn ? target.status : 'published',
    url: target.url,
    error: out ? null : error,
  };
}

function viewPart(
  { kind, position, text, status, url, error_json }: StoredTarget['parts'][number],
  target: StoredTarget,
  publicUrl: string,
): Part {
  const error: Diagnosis | null = error_json === null ? null : JSON.parse(error_json);
  return {
    kind,
    index: position,
    // The text of a thumbnail is the key of its file.
    text: kind === 'thumbnail' ? null : text,
    status,
    url,
    error: error && withActionUrl(error, { id: target.account_id }, publicUrl),
  };
}

/** An attempt that was in doubt and sent nothing only looked whether an earlier one had published the target. */
function viewAttempts(rows: readonly AttemptRow[]): Pick<Target, 'attempts' | 'lookUps'> {
  const attempts = rows.filter((row) => row.in_doubt === 0 || row.sent_at !== null);
  return {
    attempts: attempts.map((row, index) => viewAttempt(row, index + 1)),
    lookUps: rows.length - attempts.length,
  };
}

function viewAttempt(attempt: AttemptRow, number: number): Attempt {
  return {
    id: attempt.id,
    number,
    startedAt: new Date(attempt.started_at).toISOString(),
    endedAt: iso(attempt.ended_at),
    outcome: attempt.outcome,
    error: attempt.error_json === null ? null : JSON.parse(attempt.error_json),
  };
}

/** How soon the post may have changed, in seconds; null if nothing is under way. */
function pollAfter(post: PostRow, targets: readonly StoredTarget[], now: number): number | null {
  if (post.status !== 'queued' && post.status !== 'publishing' && post.status !== 'scheduled') return null;
  const underWay = targets.filter(({ status }) => status === 'pending' || status === 'publishing');
  const next = Math.min(...underWay.map((target) => target.due_at ?? now));
  return Math.max(1, Math.ceil((next - now) / 1000) + 1);
}
