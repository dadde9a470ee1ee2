import type { Issue } from '../../../../contract/errors.js';
import { shownHandle } from '../../../../contract/handles.js';
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
import { ownLimitsIn } from '../../../../networks/own-limits.js';
import type { WrittenTarget } from '../../../../networks/preflight/target.js';
import { preflight, type TargetReport, unusedOverrides } from '../../../../networks/preflight.js';
import { iso } from '../../../../time/iso.js';
import { RequestRefused, refusalOfIssue } from '../../../operations/refusal.js';
import type { AccountRow, WorkspaceRow } from '../../../store/schema.js';
import { linkTagsOf, ownBoards, reconnectUrl } from '../../accounts/view.js';
import { chooseAccounts, targetRequired } from './accounts.js';
import type { PostMedia } from './media.js';
import { type OverrideTimes, planTimes } from './times.js';

/** The publishing time that a draft proposes, as stored. Instants are epoch milliseconds. */
export interface StoredProposal {
  readonly scheduleMode: ProposedMode;
  readonly scheduledAt: number | null;
  readonly timezone: string;
  /** For `queue`: a specific slot, or the same instant for all accounts. */
  readonly slotId?: string;
  readonly together?: boolean;
}

/** A proposal as post history shows it, with ISO times. */
export function proposalForHistory(proposal: StoredProposal | null) {
  return proposal && { ...proposal, scheduledAt: iso(proposal.scheduledAt) };
}

/** The proposal that a post's history shows. */
export function proposalFromHistory(shown: unknown): StoredProposal {
  const { scheduledAt, ...proposal } = shown as NonNullable<ReturnType<typeof proposalForHistory>>;
  return { ...proposal, scheduledAt: scheduledAt === null ? null : Date.parse(scheduledAt) };
}

/** The result of planning a post: where and when it is published, and the problems found. */
export interface Plan {
  readonly mode: ScheduleMode;
  /** Workspace time, epoch milliseconds: the post's time, else the earliest of its targets. */
  readonly scheduledAt: number | null;
  readonly timezone: string;
  readonly proposal: StoredProposal | null;
  readonly accounts: readonly AccountRow[];
  /** When each account's target is due, in workspace time; null for a draft without a time. */
  readonly times: ReadonlyMap<string, number | null>;
  readonly kind: PostKind;
  readonly reports: readonly TargetReport[];
  /** Errors in the request itself. Any one of them rejects it. */
  readonly refusals: readonly RequestRefused[];
  readonly warnings: readonly Issue[];
}

export interface PlanInput {
  readonly post: PostDraft;
  readonly workspace: WorkspaceRow;
  /** Every connected account of the workspace. */
  readonly connected: readonly AccountRow[];
  /** Facts about the post's media, by key. */
  readonly media: PostMedia;
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
  readonly publicUrl: string;
  /** Whether networks can fetch files from `publicUrl`. */
  readonly isPublic: boolean;
  /** The stored post's time and zone, used if the request has none. */
  readonly known?: { readonly scheduledAt: number | null; readonly timezone: string };
  readonly ownTimes?: OverrideTimes;
  /** The accounts to plan times for; all of the post's accounts by default. */
  readonly timed?: ReadonlySet<string>;
  /** The targets of a stored post, by account. */
  readonly written?: ReadonlyMap<string, WrittenTarget> | undefined;
  /** Accepts a plan without accounts, because the post has other targets that do not change. */
  readonly mayBeNone?: boolean;
}

/** Plans a post without writing it: the whole of a dry run, the first half of every write. Pure. */
export function planPost(input: PlanInput): Plan {
  const { post, workspace, connected, media, now } = input;
  const mode = scheduleModeOf(post);
  const { accounts, examples, refusals: unresolved } = chooseAccounts(post, connected);
  const refusals: RequestRefused[] = [...unresolved];
  const needsOne = mode !== 'draft' && input.mayBeNone !== true;
  if (unresolved.length === 0 && accounts.length === 0 && needsOne) refusals.push(targetRequired(connected));

  const zone = input.known?.timezone ?? workspace.timezone;
  const times = planTimes({
    mode,
    scheduledAt: post.scheduledAt,
    timezone: post.timezone,
    known: input.known?.scheduledAt ?? null,
    zone,
    overrides: post.overrides ?? [],
    ownTimes: input.ownTimes ?? 'required',
    accounts: accounts.filter(({ id }) => input.timed?.has(id) ?? true),
    at: '',
    now,
  });
  refusals.push(...times.refusals);

  if (mode !== 'queue' && (post.slotId !== undefined || post.together === true)) {
    refusals.push(onlyForQueue(post.slotId === undefined ? 'together' : 'slotId'));
  }

  const proposed = proposalOf(post, mode, { scheduledAt: times.scheduledAt, timezone: times.timezone }, now);
  refusals.push(...proposed.refusals);

  const reportsOn = (rows: readonly AccountRow[]): readonly TargetReport[] =>
    preflight({
      post,
      accounts: rows.map((account) => ({
        id: account.id,
        platform: account.platform,
        handle: shownHandle(account.handle),
        healthStatus: account.health_status,
        healthReason: account.health_reason,
        reconnectUrl: reconnectUrl(account, input.publicUrl),
        premium: account.premium === 1,
        ...(account.simulated === 0 && { appReview: account.app_review }),
        limits: ownLimitsIn(account.limits_json),
        boards: ownBoards(account),
        linkTags: linkTagsOf(account),
        written: input.written?.get(account.id),
      })),
      media: media.facts,
      canConvert: media.canConvert,
      unreachableUrl: input.isPublic ? null : input.publicUrl,
      mode,
      now: new Date(now),
    });
  const reports = reportsOn(accounts);
  if (mode !== 'draft' && examples.length > 0) refusals.push(...rulesWhicheverIsMeant(reportsOn(examples)));
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

/** The rules of a network that the content breaks, whichever of its accounts is meant. */
function rulesWhicheverIsMeant(reports: readonly TargetReport[]): RequestRefused[] {
  return reports
    .flatMap(({ errors }) => errors)
    .filter(({ code }) => !code.startsWith('account_'))
    .map(({ accountId: _example, ...issue }) => {
      const { message, severity: _error, ...details } = issue;
      return new RequestRefused('rules_violated', message, {
        errors: [{ ...details, severity: 'error', message }],
      });
    });
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

/** The proposal of a draft: its `proposed`, or else its `scheduledAt`. */
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
  if (mode !== 'draft') return { ...none, refusals: [onlyForDrafts(mode)] };
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

function onlyForQueue(field: 'slotId' | 'together'): RequestRefused {
  const message = `\`${field}\` is only allowed with \`scheduleMode: queue\`.`;
  const fix = `Remove \`${field}\`, or use \`scheduleMode: queue\`.`;
  return refusalOfIssue('validation_failed', { message, pointer: `/${field}`, fix });
}

function onlyForDrafts(mode: ScheduleMode): RequestRefused {
  const message = `\`proposed\` is only allowed for drafts, and this request has \`scheduleMode: ${mode}\`.`;
  const fix = 'Remove `proposed`, or use `scheduleMode: draft`.';
  return refusalOfIssue('validation_failed', { message, pointer: '/proposed', fix });
}
