import type { Issue } from '../../../../contract/errors.js';
import {
  type PostDraft,
  type ProposedMode,
  type ProposedTime,
  publishingModeOf,
  type ScheduleMode,
  scheduleModeOf,
} from '../../../../contract/posts/content.js';
import type { PostKind } from '../../../../contract/posts/posts.js';
import type { MediaFacts } from '../../../../networks/media-facts.js';
import { preflight, type TargetReport, unusedOverrides } from '../../../../networks/preflight.js';
import { iso } from '../../../../time/iso.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { AccountRow, WorkspaceRow } from '../../../store/schema.js';
import { chooseAccounts, targetRequired } from './accounts.js';
import type { PostMedia } from './media.js';
import { type OverrideTimes, planTimes } from './times.js';

/** When a draft asks to be published, as it is stored. Instants are epoch milliseconds. */
export interface StoredProposal {
  readonly scheduleMode: ProposedMode;
  readonly scheduledAt: number | null;
  readonly timezone: string;
  /** For the queue: this slot, or the same instant for all accounts. */
  readonly slotId?: string;
  readonly together?: boolean;
}

/** A proposal as the history of a post tells of it: with instants as texts. */
export function proposalForHistory(proposal: StoredProposal | null) {
  return proposal && { ...proposal, scheduledAt: iso(proposal.scheduledAt) };
}

/** What a request for a post comes to: where, when, and what stands in the way. */
export interface Plan {
  readonly mode: ScheduleMode;
  /** Workspace time, epoch milliseconds: the post's time, else the earliest of its targets. */
  readonly scheduledAt: number | null;
  readonly timezone: string;
  readonly proposal: StoredProposal | null;
  readonly accounts: readonly AccountRow[];
  /** Workspace time at which each account's target is due; null for a draft without a time. */
  readonly times: ReadonlyMap<string, number | null>;
  readonly kind: PostKind;
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
  /** What is known of the media that the post names, by their keys. */
  readonly media: PostMedia;
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
  /** What the post has already, where the request names no time or zone. */
  readonly known?: { readonly scheduledAt: number | null; readonly timezone: string };
  readonly ownTimes?: OverrideTimes;
  /** The accounts whose times are planned; all of the post's where it is left out. */
  readonly timed?: ReadonlySet<string>;
  /** Other targets of the post stay as they are: it may come down to none here. */
  readonly mayBeNone?: boolean;
}

/** Works out a post without making it: the dry run, and the first half of every write. Pure. */
export function planPost(input: PlanInput): Plan {
  const { post, workspace, connected, media, now } = input;
  const mode = scheduleModeOf(post);
  const refusals: RequestRefused[] = [];

  const choice = chooseAccounts(post, connected);
  if (!choice.ok) refusals.push(choice.refusal);
  const accounts = choice.ok ? choice.accounts : [];
  const needsOne = mode !== 'draft' && input.mayBeNone !== true;
  if (choice.ok && accounts.length === 0 && needsOne) refusals.push(targetRequired(connected));

  const zone = input.known?.timezone ?? workspace.timezone;
  const times = planTimes({
    mode,
    scheduledAt: post.scheduledAt,
    timezone: post.timezone,
    known: input.known?.scheduledAt ?? null,
    zone,
    overrides: post.overrides ?? [],
    ownTimes: input.ownTimes ?? 'binding',
    accounts: accounts.filter(({ id }) => input.timed?.has(id) ?? true),
    at: '',
    now,
  });
  refusals.push(...times.refusals);

  if (mode !== 'queue' && (post.slotId !== undefined || post.together === true)) {
    refusals.push(onlyTheQueueHasSlots(post.slotId === undefined ? 'together' : 'slotId'));
  }

  const proposed = proposalOf(post, mode, { scheduledAt: times.scheduledAt, timezone: times.timezone }, now);
  refusals.push(...proposed.refusals);

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
    media: media.facts,
    canConvert: media.canConvert,
    mode,
    now: new Date(now),
  });
  return {
    mode,
    scheduledAt: times.scheduledAt,
    timezone: times.timezone,
    proposal: proposed.proposal,
    accounts,
    times: times.byAccount,
    kind: kindOf(
      [post.mediaUrls ?? [], ...reports.map(({ content }) => content.mediaUrls)].flat(),
      media.facts,
    ),
    reports,
    refusals,
    warnings: [...times.warnings, ...proposed.warnings, ...unusedOverrides(post, accounts)],
  };
}

function kindOf(keys: readonly string[], media: ReadonlyMap<string, MediaFacts>): PostKind {
  if (keys.length === 0) return 'text';
  return keys.some((key) => media.get(key)?.kind === 'video') ? 'video' : 'image';
}

interface ReadProposal {
  readonly proposal: StoredProposal | null;
  readonly refusals: readonly RequestRefused[];
  readonly warnings: readonly Issue[];
}

/** What a draft asks for: said in `proposed`, or by a draft that names a time. */
function proposalOf(
  post: PostDraft,
  mode: ScheduleMode,
  own: { readonly scheduledAt: number | null; readonly timezone: string },
  now: number,
): ReadProposal {
  const none = { proposal: null, refusals: [], warnings: [] };
  if (post.proposed === undefined) {
    const timed = mode === 'draft' && own.scheduledAt !== null;
    return timed ? { ...none, proposal: { scheduleMode: 'schedule', ...own } } : none;
  }
  if (mode !== 'draft') return { ...none, refusals: [onlyDraftsPropose(mode)] };
  const timezone = post.proposed.timezone ?? post.timezone;
  return readProposal({ ...post.proposed, timezone }, own.timezone, now);
}

function readProposal(proposed: ProposedTime, zone: string, now: number): ReadProposal {
  const scheduleMode = publishingModeOf(proposed);
  const times = planTimes({
    mode: scheduleMode,
    scheduledAt: proposed.scheduledAt,
    timezone: proposed.timezone,
    known: null,
    zone,
    overrides: [],
    ownTimes: 'ignored',
    accounts: [],
    at: '/proposed',
    now,
  });
  return {
    proposal: {
      scheduleMode,
      scheduledAt: scheduleMode === 'now' ? null : times.scheduledAt,
      timezone: times.timezone,
      ...(proposed.slotId !== undefined && { slotId: proposed.slotId }),
      ...(proposed.together !== undefined && { together: proposed.together }),
    },
    refusals: times.refusals,
    warnings: times.warnings,
  };
}

function onlyTheQueueHasSlots(field: 'slotId' | 'together'): RequestRefused {
  const message = `\`${field}\` goes with \`scheduleMode: queue\`.`;
  const fix = `Leave out \`${field}\`, or use \`queue\`.`;
  return new RequestRefused('validation_failed', `${message} ${fix}`, {
    errors: [{ code: 'validation_failed', severity: 'error', message, pointer: `/${field}`, fix }],
  });
}

function onlyDraftsPropose(mode: ScheduleMode): RequestRefused {
  const message = `Only a draft proposes a time; this post is asked for with \`scheduleMode: ${mode}\`.`;
  const fix = 'Leave out `proposed`, or use `scheduleMode: draft`.';
  return new RequestRefused('validation_failed', `${message} ${fix}`, {
    errors: [{ code: 'validation_failed', severity: 'error', message, pointer: '/proposed', fix }],
  });
}
