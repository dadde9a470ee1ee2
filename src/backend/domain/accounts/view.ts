import type { Account } from '../../../contract/accounts/accounts.js';
import { REHEARSED } from '../../../contract/accounts/rehearsal.js';
import { shownHandle } from '../../../contract/handles.js';
import type { Platform } from '../../../contract/platforms.js';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import { accountStanding } from '../../../networks/access.js';
import type { Board, KnownBoard, OwnBoards } from '../../../networks/boards.js';
import {
  capabilitiesOf,
  dailyPostLimitOf,
  inboxOf,
  textLimitOf,
  whyNoInbox,
} from '../../../networks/capabilities.js';
import { dollarsPerComment, readsComments } from '../../../networks/inbox-rules.js';
import { type LeftOut, leftOutSentence, unreadableOf } from '../../../networks/left-out-permissions.js';
import type { LinkTags } from '../../../networks/link-tags.js';
import { dollarsPerPost, readsMetrics } from '../../../networks/metric-rules.js';
import { ownLimitsIn } from '../../../networks/own-limits.js';
import { RULES } from '../../../networks/rules.js';
import { avatarFile } from '../../networks/avatars.js';
import { STATUS_AFTER } from '../../networks/refusals/health-after.js';
import { profilePath, simulatedWebUrl } from '../../networks/web-addresses.js';
import type { AccountRow } from '../../store/schema.js';

export interface AccountContext {
  readonly publicUrl: string;
  /** Whether networks can fetch files from this backend. */
  readonly isPublic: boolean;
  /** Posts published in the last 24 hours. */
  readonly postsToday: number;
  /** The networks that are rehearsed; null: this is not a rehearsal. */
  readonly rehearsal: readonly Platform[] | null;
  /** The optional permissions that it was connected without. */
  readonly leftOut: LeftOut;
}

/** A stored account as the API returns it. */
export function viewAccount(row: AccountRow, context: AccountContext): Account {
  const { publicUrl, postsToday, leftOut } = context;
  const postsPerDay = dailyPostLimitOf(row.platform);
  const { metrics } = RULES[row.platform];
  return {
    id: row.id as Account['id'],
    platform: row.platform,
    handle: shownHandle(row.handle),
    displayName: row.display_name,
    avatarUrl: row.avatar_url ?? (row.simulated === 1 ? simulatedAvatarUrl(publicUrl, row) : null),
    profileUrl: profileUrlOf(row, publicUrl),
    simulated: row.simulated === 1,
    health: {
      status: row.health_status,
      reason: row.health_reason,
      checkedAt: new Date(row.health_checked_at).toISOString(),
      expiresAt: row.token_expires_at === null ? null : new Date(row.token_expires_at).toISOString(),
      action: row.health_action,
      actionUrl: actionUrlOf(row, publicUrl),
    },
    metrics: {
      read: accountReadsMetrics(row),
      dollarsPerPost: metrics === undefined ? 0 : dollarsPerPost(metrics),
    },
    comments: commentsOf(row),
    standing: standingOf(row, context),
    boards: boardsOfAccount(row),
    linkTags: { add: row.link_tags_json !== null, campaign: linkTagsOf(row)?.campaign ?? null },
    inboxNotes: inboxNotesOf(row),
    lastNoticeAt: row.noticed_at === null ? null : new Date(row.noticed_at).toISOString(),
    capabilities: capabilitiesLeft(row, leftOut),
    limits: {
      text: textLimitOf(row.platform, { premium: row.premium === 1, own: ownLimitsIn(row.limits_json) }),
      postsPerDay: postsPerDay === null ? null : { max: postsPerDay, used: postsToday },
    },
    connectedAt: new Date(row.connected_at).toISOString(),
  };
}

function standingOf(
  { platform, simulated, app_review }: AccountRow,
  { isPublic, leftOut, rehearsal }: AccountContext,
): string[] {
  if (simulated === 1) return [];
  const lacks = leftOutSentence(platform, leftOut);
  return [
    ...(rehearsal === null ? [] : [REHEARSED]),
    ...(lacks === null ? [] : [lacks]),
    ...accountStanding(platform, app_review, isPublic),
  ];
}

/** What the account can do with the permissions that it was granted. */
function capabilitiesLeft(row: AccountRow, leftOut: LeftOut): Account['capabilities'] {
  const { platform, simulated, network_user_id } = row;
  const all = capabilitiesOf(platform, simulated === 1, network_user_id, boardsOfAccount(row));
  const unreadable = unreadableOf(platform, leftOut);
  return {
    ...all,
    comments: all.comments && !unreadable.includes('comments'),
    messages: all.messages && !unreadable.includes('messages'),
  };
}

/** What is not read of comments and messages, and why they are not announced, in sentences. */
function inboxNotesOf({
  platform,
  network_user_id: networkUserId,
  simulated,
  inbox_withheld: withheld,
  notices_problem: problem,
}: AccountRow): string[] {
  const missing = simulated === 1 ? null : whyNoInbox(platform, networkUserId);
  const notes: string[] = withheld === null ? [] : JSON.parse(withheld);
  return [...(missing === null ? [] : [missing]), ...notes, ...(problem === null ? [] : [problem])];
}

/** The tags that links in an account’s posts get; null: none. */
export function linkTagsOf({ link_tags_json }: Pick<AccountRow, 'link_tags_json'>): LinkTags | null {
  return link_tags_json === null ? null : JSON.parse(link_tags_json);
}

/** What is stored of an account's boards. */
type BoardColumns = Pick<AccountRow, 'boards_json' | 'board_id'>;

/** The boards that an account has, and those that it had; null: its network has none, or has not listed them. */
export function knownBoards({
  boards_json,
}: Pick<BoardColumns, 'boards_json'>): readonly KnownBoard[] | null {
  return boards_json === null ? null : JSON.parse(boards_json);
}

/** The boards of an account; null: none are known. A default board that is gone is none. */
export function boardsOfAccount(row: BoardColumns): { list: Board[]; defaultId: string | null } | null {
  const list = knownBoards(row)?.filter(({ gone }) => !gone);
  if (list === undefined) return null;
  return { list, defaultId: list.some(({ id }) => id === row.board_id) ? row.board_id : null };
}

/** The boards of an account with those that it no longer has; null: none are known. */
export function ownBoards(row: BoardColumns): OwnBoards | null {
  const boards = boardsOfAccount(row);
  return boards && { ...boards, gone: knownBoards(row)?.filter(({ gone }) => gone) ?? [] };
}

/** Whether what the network counts of an account's posts is read. */
export function accountReadsMetrics({
  platform,
  reads_metrics,
}: Pick<AccountRow, 'platform' | 'reads_metrics'>): boolean {
  const rules = RULES[platform].metrics;
  return rules !== undefined && readsMetrics(rules, reads_metrics);
}

/** Whether comments on an account's posts are read, what that costs, and the most that are read in a day. */
function commentsOf(row: AccountRow): Account['comments'] {
  const inbox = inboxOf(row.platform, row.simulated === 1, row.network_user_id);
  const polled = row.simulated === 1 ? undefined : inbox?.polled;
  const isPriced = polled?.price !== undefined;
  return {
    read: accountReadsComments(row),
    dollarsPerComment: polled === undefined ? 0 : dollarsPerComment(polled),
    maxPerDay: (isPriced && polled.budget?.unitsPerDay.value) || null,
  };
}

/** Whether comments on an account's posts are read. */
export function accountReadsComments(
  row: Pick<AccountRow, 'platform' | 'simulated' | 'network_user_id' | 'reads_comments'>,
): boolean {
  const inbox = inboxOf(row.platform, row.simulated === 1, row.network_user_id);
  if (inbox === null) return false;
  return row.simulated === 1 || inbox.polled === undefined || readsComments(inbox.polled, row.reads_comments);
}

/** The page on which a person can give access again; null: nobody needs to. */
function actionUrlOf(row: AccountRow, publicUrl: string): string | null {
  return row.health_status === 'healthy' || row.health_status === 'limited'
    ? null
    : reconnectUrl(row, publicUrl);
}

/** The page on which a person can connect an account again. */
export function reconnectUrl({ id }: Pick<AccountRow, 'id'>, publicUrl: string): string {
  return `${publicUrl}/channels/${id}/connect`;
}

/** An error with the page on which a person can fix it, if there is one. */
export function withActionUrl(
  error: Diagnosis,
  account: Pick<AccountRow, 'id'>,
  publicUrl: string,
): Diagnosis {
  if (STATUS_AFTER[error.code] !== 'reconnect_required') return error;
  return { ...error, actionUrl: reconnectUrl(account, publicUrl) };
}

/** The account's page at its network. This backend serves the pages of simulated networks. */
function profileUrlOf(
  { platform, handle, profile_url }: Pick<AccountRow, 'platform' | 'handle' | 'profile_url'>,
  publicUrl: string,
): string {
  return profile_url ?? profilePath(simulatedWebUrl(publicUrl, platform), { handle });
}

/** A simulated account has no picture of its own: this backend draws one from its name. */
function simulatedAvatarUrl(
  publicUrl: string,
  { display_name, handle }: Pick<AccountRow, 'display_name' | 'handle'>,
): string {
  return `${publicUrl}/network/assets/${avatarFile({ displayName: display_name, handle })}`;
}
