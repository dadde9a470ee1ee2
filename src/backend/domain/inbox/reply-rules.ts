import { CLOSING_HOURS, type WindowBasis, type WindowState } from '../../../contract/inbox/conversations.js';
import type { ReplyWay } from '../../../contract/inbox/replies.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { RULES } from '../../../networks/rules.js';
import type { CommentRow, ConversationRow } from '../../store/inbox-rows.js';

/** What may be answered, and until when. Pure: instants are epoch milliseconds of workspace time. */

const SECOND_MS = 1000;
const CLOSING_MS = CLOSING_HOURS * 60 * 60 * SECOND_MS;

/** Why a comment cannot be answered in public now; null: it can. */
export function replyHindrance(comment: CommentRow): string | null {
  const rules = RULES[comment.platform].inbox?.comments;
  const name = PLATFORM_NAMES[comment.platform];
  if (!rules) return `${name} offers no comments here.`;
  if (comment.state === 'deleted') return 'It is deleted.';
  if (comment.is_own === 1) return 'You wrote it.';
  if (comment.state === 'hidden' && rules.hiddenRefused.value)
    return `It is hidden: ${name} takes no reply to it.`;
  if (comment.live === 1 && rules.liveRefused.value) {
    return `It was made on a live video: ${name} takes no public reply to it.`;
  }
  return null;
}

/** Until when a comment can be answered with a direct message; null: never. */
export function privateReplyUntil({ platform, created_at }: CommentRow): number | null {
  const rule = RULES[platform].inbox?.comments.privateReply;
  return rule ? created_at + rule.seconds.value * SECOND_MS : null;
}

/** Why a comment cannot be answered with a direct message now; null: it can. */
export function privateReplyHindrance(comment: CommentRow, now: number): string | null {
  const name = PLATFORM_NAMES[comment.platform];
  const until = privateReplyUntil(comment);
  if (until === null) return `${name} has no private replies here.`;
  if (comment.is_own === 1) return 'You wrote it.';
  if (comment.state === 'deleted') return 'It is deleted.';
  if (comment.private_message_id !== null) return 'It has had its one private reply.';
  if (now > until) return `Private replies are possible for 7 days: that time is over.`;
  return null;
}

export function waysToReply(comment: CommentRow, now: number): ReplyWay[] {
  return [
    ...(replyHindrance(comment) === null ? (['reply'] as const) : []),
    ...(privateReplyHindrance(comment, now) === null ? (['private_reply'] as const) : []),
  ];
}

/** How a conversation's window stands. */
export function windowState({ closes_at }: Pick<ConversationRow, 'closes_at'>, now: number): WindowState {
  if (closes_at === null || now > closes_at) return 'closed';
  return closes_at - now <= CLOSING_MS ? 'closing' : 'open';
}

/** Times within which `windowState` is `closing`, or open at all. */
export function closingBefore(now: number): number {
  return now + CLOSING_MS;
}

/** The window after a message of the person's; never shorter than it was. */
export function windowAfter(
  conversation: Pick<ConversationRow, 'platform' | 'closes_at' | 'basis'>,
  message: { readonly createdAt: number; readonly fromAd: boolean },
): { readonly closes_at: number | null; readonly basis: WindowBasis | null } {
  const rules = RULES[conversation.platform].inbox?.messages;
  const before = { closes_at: conversation.closes_at, basis: conversation.basis };
  if (!rules) return before;
  const basis = message.fromAd ? 'click_to_message' : 'standard';
  const { value } = message.fromAd ? rules.clickToMessageSeconds : rules.windowSeconds;
  const closesAt = message.createdAt + value * SECOND_MS;
  return conversation.closes_at !== null && conversation.closes_at >= closesAt
    ? before
    : { closes_at: closesAt, basis };
}

/** Until when a person may still answer by hand in the dashboard; null: never. */
function humanAgentUntil({ platform, last_inbound_at }: ConversationRow): number | null {
  const rules = RULES[platform].inbox?.messages;
  if (!rules || last_inbound_at === null) return null;
  return last_inbound_at + rules.humanAgentSeconds.value * SECOND_MS;
}

export function mayAnswerByHand(conversation: ConversationRow, now: number): boolean {
  const until = humanAgentUntil(conversation);
  return until !== null && now <= until;
}

/** How the person can be answered in the conversation now. */
export function waysToWrite(conversation: ConversationRow, now: number): ReplyWay[] {
  if (windowState(conversation, now) !== 'closed') return ['message'];
  return mayAnswerByHand(conversation, now) ? ['human_agent', 'wait_for_person'] : ['wait_for_person'];
}

/** Why no message can be sent in the conversation now; null: one can. */
export function writeHindrance(conversation: ConversationRow, now: number): string | null {
  if (windowState(conversation, now) !== 'closed') return null;
  const name = PLATFORM_NAMES[conversation.platform];
  if (conversation.closes_at === null)
    return `They have not written: on ${name} a business cannot begin a conversation.`;
  return `The time in which ${name} lets a business answer is over: it begins anew when they write again.`;
}
