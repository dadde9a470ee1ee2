import type { Issue } from '../../contract/errors.js';
import { type PostDraft, type ScheduleMode, scheduleModeOf } from '../../contract/post-content.js';
import { preflight, type TargetReport, unusedOverrides } from '../../networks/preflight.js';
import { findZone } from '../../time/find-zone.js';
import { readScheduledAt } from '../../time/scheduled-at.js';
import { RequestRefused } from '../http/refusal.js';
import type { AccountRow, WorkspaceRow } from '../store/schema.js';
import { accountsFor, targetRequired } from './accounts-for.js';

/** What a request for a post comes to: where, when, and what stands in the way. */
export interface Plan {
  readonly mode: ScheduleMode;
  /** Workspace time, epoch milliseconds: when it is due. Null for a draft without a time. */
  readonly scheduledAt: number | null;
  readonly timezone: string;
  readonly accounts: readonly AccountRow[];
  readonly reports: readonly TargetReport[];
  /** Faults of the request itself, each of which would refuse it. */
  readonly refusals: readonly RequestRefused[];
  readonly warnings: readonly Issue[];
}

export interface PlanInput {
  readonly post: PostDraft;
  readonly workspace: WorkspaceRow;
  /** Every connected account of the workspace. */
  readonly connected: readonly AccountRow[];
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
}

/** Works out a post without making it: the dry run, and the first half of create. Pure. */
export function planPost({ post, workspace, connected, now }: PlanInput): Plan {
  const mode = scheduleModeOf(post);
  const refusals: RequestRefused[] = [];

  const choice = accountsFor(post, connected);
  if (!choice.ok) refusals.push(choice.refusal);
  const accounts = choice.ok ? choice.accounts : [];
  if (choice.ok && accounts.length === 0 && mode !== 'draft') refusals.push(targetRequired(connected));

  const time = timeOf(post, mode, workspace, now);
  if ('refusal' in time) refusals.push(time.refusal);

  const reports = preflight({
    post,
    accounts: accounts.map(({ id, platform, handle, health_status, health_reason, premium }) => ({
      id,
      platform,
      handle: `@${handle}`,
      healthStatus: health_status,
      healthReason: health_reason,
      premium: premium === 1,
    })),
    media: new Map(),
    mode,
    now: new Date(now),
  });
  return {
    mode,
    scheduledAt: 'refusal' in time ? null : time.scheduledAt,
    timezone: 'refusal' in time ? workspace.timezone : time.timezone,
    accounts,
    reports,
    refusals,
    warnings: [...('refusal' in time ? [] : time.warnings), ...unusedOverrides(post, accounts)],
  };
}

interface PlannedTime {
  readonly scheduledAt: number | null;
  readonly timezone: string;
  readonly warnings: readonly Issue[];
}

function timeOf(
  post: PostDraft,
  mode: ScheduleMode,
  workspace: WorkspaceRow,
  now: number,
): PlannedTime | { readonly refusal: RequestRefused } {
  const timezone = zoneFor(post, workspace);
  if (timezone instanceof RequestRefused) return { refusal: timezone };
  if (mode === 'now') {
    if (!post.scheduledAt) return { scheduledAt: now, timezone, warnings: [] };
    const detail = 'A post cannot be published now and at `scheduledAt`: leave out one of them.';
    return {
      refusal: refuseTime('validation_failed', detail, 'Leave out `scheduledAt`, or use `schedule`.'),
    };
  }
  if (!post.scheduledAt) {
    if (mode === 'draft') return { scheduledAt: null, timezone, warnings: [] };
    const fix = 'Send `scheduledAt`, for example "2026-12-01T09:00:00+01:00".';
    return { refusal: refuseTime('time_required', '`schedule` needs `scheduledAt`.', fix) };
  }
  const read = readScheduledAt({
    scheduledAt: post.scheduledAt,
    now,
    ...(post.timezone && { timezone: post.timezone }),
  });
  if (!read.ok) {
    const serverTime = new Date(now).toISOString();
    return { refusal: refuseTime(read.code, `${read.message} ${read.fix}`, read.fix, serverTime) };
  }
  return {
    scheduledAt: read.instant,
    timezone,
    warnings: read.warnings.map(({ code, message }) => ({
      code,
      severity: 'warning',
      message,
      pointer: '/scheduledAt',
    })),
  };
}

function zoneFor(post: PostDraft, workspace: WorkspaceRow): string | RequestRefused {
  if (!post.timezone) return workspace.timezone;
  const zone = findZone(post.timezone);
  if (zone.ok) return zone.name;
  return new RequestRefused('zone_unknown', zone.message, {
    errors: [
      {
        code: 'zone_unknown',
        severity: 'error',
        message: zone.message,
        pointer: '/timezone',
        allowed: [...zone.suggestions],
      },
    ],
  });
}

type TimeCode =
  | 'time_required'
  | 'time_invalid'
  | 'time_conflict'
  | 'time_in_past'
  | 'zone_unknown'
  | 'validation_failed';

function refuseTime(code: TimeCode, detail: string, fix: string, serverTime?: string): RequestRefused {
  return new RequestRefused(code, detail, {
    ...(serverTime && { serverTime }),
    errors: [{ code, severity: 'error', message: detail, pointer: '/scheduledAt', fix }],
  });
}
