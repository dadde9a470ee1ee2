import type { Comment } from '../../../../contract/inbox/comments.js';
import type { Diagnosis } from '../../../../contract/posts/delivery-errors.js';
import { RULES } from '../../../../networks/rules.js';
import { timeForms } from '../../../../time/forms.js';
import { fromStoredText } from '../../../store/stored-text.js';
import type { CommentRow } from '../../../store/tables/inbox-rows.js';
import { withActionUrl } from '../../accounts/view.js';
import {
  cannotReplyPrivatelyReason,
  cannotReplyReason,
  endOf,
  privateReplyUntil,
  waysToReply,
} from '../reply-rules.js';

export interface ViewContext {
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
  readonly timezone: string;
  /** A workspace has accounts of one kind only. */
  readonly simulated: boolean;
  /** Whether the networks of real accounts are simulated too. */
  readonly isRehearsal: boolean;
  readonly publicUrl: string;
}

/** The replies to show with a comment. */
export interface CommentReplies {
  readonly replies: readonly Comment[];
  readonly replyCount: number;
}

/** How soon to read again what is being sent, in seconds. */
const POLL_AFTER_SECONDS = 2;

/** A handle as people write it, or a name if the network has no handles. */
export function handleOf(handle: string, name: string): string {
  return handle === '' ? name : `@${handle}`;
}

/** A stored comment as the API returns it. */
export function viewComment(
  row: CommentRow,
  { replies, replyCount }: CommentReplies,
  { now, timezone, simulated, isRehearsal, publicUrl }: ViewContext,
): Comment {
  const cannotReply = cannotReplyReason(row);
  const status = row.is_own === 1 ? (row.status ?? 'sent') : null;
  return {
    id: row.id as Comment['id'],
    postId: row.post_id as Comment['postId'],
    accountId: row.account_id,
    platform: row.platform,
    simulated: simulated || isRehearsal,
    parentCommentId: row.parent_id,
    threadId: row.thread_id,
    author: {
      handle: handleOf(row.author_handle, row.author_name),
      displayName: row.author_name,
      isYou: row.is_own === 1,
    },
    text: fromStoredText(row.text),
    createdAt: new Date(row.created_at).toISOString(),
    when: timeForms(row.created_at, timezone, now),
    state: row.state,
    status,
    error: viewError(row, { simulated, publicUrl }),
    replies: [...replies],
    replyCount,
    awaitingReply: row.awaiting === 1,
    unread: row.unread === 1,
    canReply: cannotReply === null,
    cannotReplyReason: cannotReply,
    replyRules: replyRulesOf(row, { now, timezone }),
    allowed: waysToReply(row, now),
    url: row.url,
    pollAfterSeconds: status === 'sending' ? POLL_AFTER_SECONDS : null,
  };
}

/** Why a reply or message of our own failed, and where to fix it. */
export function viewError(
  { account_id, error_json }: { readonly account_id: string; readonly error_json: string | null },
  { simulated, publicUrl }: Pick<ViewContext, 'simulated' | 'publicUrl'>,
): Diagnosis | null {
  if (error_json === null) return null;
  const account = { id: account_id, simulated: simulated ? 1 : 0 } as const;
  return withActionUrl(JSON.parse(error_json), account, publicUrl);
}

function replyRulesOf(
  row: CommentRow,
  { now, timezone }: Pick<ViewContext, 'now' | 'timezone'>,
): Comment['replyRules'] {
  const rules = RULES[row.platform].inbox;
  const text = rules?.comments.text;
  const isDeepest = rules?.comments.levels.value === 2 && row.parent_id !== null;
  const until = privateReplyUntil(row);
  const ends = endOf(until);
  return {
    max: text?.max.value ?? 0,
    unit: text?.unit ?? 'utf16',
    attachesTo: isDeepest ? row.thread_id : row.id,
    private:
      until === null || !rules?.messages || row.is_own === 1
        ? null
        : {
            max: rules.messages.text.max.value,
            unit: rules.messages.text.unit,
            until: ends === null ? null : timeForms(ends, timezone, now),
            messageId: row.private_message_id,
            reason: cannotReplyPrivatelyReason(row, now),
          },
  };
}
