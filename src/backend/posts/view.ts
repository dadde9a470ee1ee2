import type { TimeForms } from '../../contract/instants.js';
import type { Attempt, Post, Target } from '../../contract/posts.js';
import { timeForms } from '../../time/forms.js';
import type { AttemptRow, PostRow, TargetRow } from '../store/schema.js';
import type { StoredPost } from './repository.js';

export interface ViewContext {
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
  readonly publicUrl: string;
}

/** A stored post as the API answers it. Attempts are shown for one post only. */
export function viewPost(stored: StoredPost, context: ViewContext, attempts?: readonly AttemptRow[]): Post {
  const { post, targets } = stored;
  const issues: Post['issues'] = JSON.parse(post.issues_json);
  const inZone = (instant: number | null): TimeForms | null =>
    instant === null ? null : timeForms(instant, post.timezone, context.now);
  const isDraft = post.status === 'draft';

  return {
    id: post.id as Post['id'],
    status: post.status,
    ready: !issues.some((issue) => issue.severity === 'error'),
    issues,
    text: post.text,
    mediaUrls: JSON.parse(post.media_urls_json),
    altTexts: JSON.parse(post.alt_texts_json),
    overrides: JSON.parse(post.overrides_json),
    scheduleMode: post.schedule_mode,
    scheduledAt: iso(post.scheduled_at),
    timezone: post.timezone,
    when: isDraft ? inZone(post.scheduled_at) : inZone(post.effective_at),
    targets: targets.map((target) =>
      viewTarget(
        target,
        inZone,
        attempts?.filter((attempt) => attempt.target_id === target.id),
      ),
    ),
    incomplete: false,
    idempotencyKey: post.idempotency_key,
    version: post.version,
    reviewUrl: `${context.publicUrl}/posts/${post.id}`,
    pollAfterSeconds: pollAfter(post, targets, context.now),
    createdAt: new Date(post.created_at).toISOString(),
    updatedAt: new Date(post.updated_at).toISOString(),
  };
}

function viewTarget(
  target: StoredPost['targets'][number],
  inZone: (instant: number | null) => TimeForms | null,
  attempts: readonly AttemptRow[] | undefined,
): Target {
  const error: Target['error'] = target.error_json === null ? null : JSON.parse(target.error_json);
  const waits = target.phase === 'waiting' || target.phase === 'reconciling';
  return {
    id: target.id,
    accountId: target.account_id,
    platform: target.platform,
    handle: `@${target.handle}`,
    status: target.status,
    phase: target.phase,
    text: textOf(target),
    scheduledAt: iso(target.scheduled_at),
    when: inZone(target.published_at ?? target.scheduled_at),
    url: target.url,
    networkPostId: target.network_post_id,
    error,
    nextAttemptAt: waits ? iso(target.due_at) : null,
    publishedAt: iso(target.published_at),
    parts: [{ kind: 'main', index: 0, status: target.status, url: target.url, error }],
    ...(attempts && { attempts: attempts.map(viewAttempt) }),
  };
}

function viewAttempt(attempt: AttemptRow): Attempt {
  return {
    id: attempt.id,
    number: attempt.number,
    startedAt: new Date(attempt.started_at).toISOString(),
    endedAt: iso(attempt.ended_at),
    outcome: attempt.outcome,
    error: attempt.error_json === null ? null : JSON.parse(attempt.error_json),
  };
}

/** How soon reading again can tell something new, in seconds; null: nothing is under way. */
function pollAfter(post: PostRow, targets: readonly TargetRow[], now: number): number | null {
  if (post.status !== 'queued' && post.status !== 'publishing' && post.status !== 'scheduled') return null;
  const next = Math.min(...targets.map((target) => target.due_at ?? now));
  return Math.max(1, Math.ceil((next - now) / 1000) + 1);
}

function textOf(target: TargetRow): string {
  const content: { readonly text: string } = JSON.parse(target.content_json);
  return content.text;
}

function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
