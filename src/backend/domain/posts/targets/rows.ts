import type { TargetReport } from '../../../../networks/preflight.js';
import { RULES } from '../../../../networks/rules.js';
import type { PostRow, TargetPartRow, TargetRow, WorkspaceRow } from '../../../store/schema.js';
import { wakeAt } from '../../../store/workspace-clock.js';
import { fingerprintOf } from '../fingerprint.js';

/** The workspace whose clock and grace period apply to targets, and the system time. */
export interface DueClock {
  readonly workspace: WorkspaceRow;
  /** Epoch milliseconds. */
  readonly systemNow: number;
}

/** When a target is published. Epoch milliseconds of workspace time; null: it is not due. */
export interface DueTime {
  /** The time it was scheduled for, before any retry. */
  readonly scheduledAt: number | null;
  readonly dueAt: number | null;
}

/** The columns that hold when a target is published. */
export function dueColumns({ scheduledAt, dueAt }: DueTime, clock: DueClock) {
  return { scheduled_at: scheduledAt, ...wakeColumns(dueAt, clock) } satisfies Partial<TargetRow>;
}

/** The columns that decide when the publisher picks up a target. */
export function wakeColumns(dueAt: number | null, { workspace, systemNow }: DueClock) {
  return {
    due_at: dueAt,
    latest_at: dueAt === null ? null : dueAt + workspace.grace_ms,
    wake_at: dueAt === null ? null : wakeAt(workspace, dueAt, systemNow),
  } satisfies Partial<TargetRow>;
}

/** What a target publishes, by the id of the target. */
export type PlannedContent = Pick<TargetReport, 'platform' | 'untagged' | 'contentFor'>;

/** The columns that hold what a target publishes. Tags of links differ, so that duplicates are found without them. */
export function contentColumns(targetId: string, { untagged, contentFor }: PlannedContent) {
  return {
    content_json: JSON.stringify(contentFor(targetId)),
    fingerprint: fingerprintOf(untagged),
  } satisfies Partial<TargetRow>;
}

/** The row of a new target. */
export function newTarget(
  id: string,
  post: Pick<PostRow, 'id' | 'workspace_id' | 'updated_at' | 'effective_at'>,
  report: TargetReport,
  position: number,
  due: DueTime,
  clock: DueClock,
): TargetRow {
  return {
    id,
    workspace_id: post.workspace_id,
    post_id: post.id,
    position,
    account_id: report.accountId,
    platform: report.platform,
    status: 'pending',
    phase: null,
    ...contentColumns(id, report),
    ...dueColumns(due, clock),
    attempt: 0,
    attempt_base: 0,
    lease_until: null,
    in_doubt: 0,
    prepared_json: '{}',
    first_attempt_at: null,
    url: null,
    network_post_id: null,
    error_json: null,
    warnings_json: null,
    published_at: null,
    updated_at: post.updated_at,
    listed_at: post.effective_at,
  };
}

/**
 * The parts that follow the main post: the thread in order, the first comment, and the cover if the network needs a
 * separate call for it.
 */
export function partsOf(
  targetId: string,
  workspaceId: string,
  { platform, contentFor }: PlannedContent,
): TargetPartRow[] {
  const content = contentFor(targetId);
  const coverIsPart = RULES[platform].options.cover?.isPart === true;
  const parts = [
    ...content.thread.map((text) => ({ kind: 'thread' as const, text })),
    ...(content.firstComment === null
      ? []
      : [{ kind: 'first_comment' as const, text: content.firstComment }]),
    ...(coverIsPart && content.cover !== null ? [{ kind: 'thumbnail' as const, text: content.cover }] : []),
  ];
  return parts.map(({ kind, text }, index) => ({
    target_id: targetId,
    position: index + 1,
    kind,
    workspace_id: workspaceId,
    text,
    status: 'pending',
    in_doubt: 0,
    first_attempt_at: null,
    network_part_id: null,
    url: null,
    error_json: null,
  }));
}
