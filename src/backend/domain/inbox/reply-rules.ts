import { CLOSING_HOURS, type WindowBasis, type WindowState } from '../../../contract/inbox/conversations.js';
import type { ReplyWay } from '../../../contract/inbox/replies.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { RULES } from '../../../networks/rules.js';
import type { CommentRow, ConversationRow } from '../../store/tables/inbox-rows.js';

/** What can be replied to, and until when. Pure functions; times are epoch milliseconds of workspace time. */

const DAY_SECONDS = 24 * 60 * 60;
const SECOND_MS = 1000;
const CLOSING_MS = CLOSING_HOURS * 60 * 60 * SECOND_MS;

/** Why you cannot reply publicly to a comment now; null: you can. */
export function cannotReplyReason(comment: CommentRow): string | null {
  const rules = RULES[comment.platform].inbox?.comments;
  const name = PLATFORM_NAMES[comment.platform];
  if (!rules) return `Postrider does not support comments on ${name}.`;
  if (comment.state === 'deleted') return 'The comment is deleted.';
  if (comment.is_own === 1) return 'You wrote this comment.';
  if (comment.state === 'hidden' && rules.hiddenRefused.value)
    return `The comment is hidden: ${name} does not allow replies to it.`;
  if (comment.live === 1 && rules.liveRefused.value) {
    return `The comment is on a live video: ${name} does not allow public replies to it.`;
  }
  return null;
}

/** The end of a window that the network does not limit: 9999-12-31. */
const NO_END = Date.UTC(9999, 11, 31);

/** The end of a window as the API returns it; null: there is none. */
export function endOf(closesAt: number | null): number | null {
  return closesAt === NO_END ? null : closesAt;
}

/** Until when you can reply to a comment with a direct message; null: never. */
export function privateReplyUntil({ platform, created_at }: CommentRow): number | null {
  const rule = RULES[platform].inbox?.comments.privateReply;
  if (!rule) return null;
  const { value } = rule.seconds;
  return value === null ? NO_END : created_at + value * SECOND_MS;
}

/** The window of a conversation in which the person has not written; null: a business cannot start one. */
export function firstWindow(platform: Platform): number | null {
  return RULES[platform].inbox?.messages?.windowSeconds.value === null ? NO_END : null;
}

/** Why you cannot reply to a comment with a direct message now; null: you can. */
export function cannotReplyPrivatelyReason(comment: CommentRow, now: number): string | null {
  const name = PLATFORM_NAMES[comment.platform];
  const until = privateReplyUntil(comment);
  if (until === null) return `Postrider does not support private replies on ${name}.`;
  if (comment.is_own === 1) return 'You wrote this comment.';
  if (comment.state === 'deleted') return 'The comment is deleted.';
  if (comment.private_message_id !== null) return 'The comment already has its one private reply.';
  if (now > until) return 'Private replies are possible for 7 days, and that time is over.';
  return null;
}

export function waysToReply(comment: CommentRow, now: number): ReplyWay[] {
  return [
    ...(cannotReplyReason(comment) === null ? (['reply'] as const) : []),
    ...(cannotReplyPrivatelyReason(comment, now) === null ? (['private_reply'] as const) : []),
  ];
}

/** The state of a conversation's window. */
export function windowState({ closes_at }: Pick<ConversationRow, 'closes_at'>, now: number): WindowState {
  if (closes_at === null || now > closes_at) return 'closed';
  return closes_at - now <= CLOSING_MS ? 'closing' : 'open';
}

/** Windows that close before this time are `closing`, or closed already. */
export function closingBefore(now: number): number {
  return now + CLOSING_MS;
}

/** The window after a message from the person; never shorter than before. */
export function windowAfter(
  conversation: Pick<ConversationRow, 'platform' | 'closes_at' | 'basis'>,
  message: { readonly createdAt: number; readonly fromAd: boolean },
): { readonly closes_at: number | null; readonly basis: WindowBasis | null } {
  const rules = RULES[conversation.platform].inbox?.messages;
  const before = { closes_at: conversation.closes_at, basis: conversation.basis };
  if (!rules) return before;
  const basis = message.fromAd ? 'click_to_message' : 'standard';
  const { value } = message.fromAd ? rules.clickToMessageSeconds : rules.windowSeconds;
  if (value === null) return { closes_at: NO_END, basis: null };
  const closesAt = message.createdAt + value * SECOND_MS;
  return conversation.closes_at !== null && conversation.closes_at >= closesAt
    ? before
    : { closes_at: closesAt, basis };
}

/** Until when a person may still reply in the dashboard; null: never. */
function humanAgentUntil({ platform, last_inbound_at }: ConversationRow): number | null {
  const rules = RULES[platform].inbox?.messages;
  if (!rules || last_inbound_at === null) return null;
  return last_inbound_at + rules.humanAgentSeconds.value * SECOND_MS;
}

/** That the human-agent tag cannot be used any more, for people. */
export function humanAgentOver(platform: Platform): string {
  const seconds = RULES[platform].inbox?.messages?.humanAgentSeconds.value ?? 0;
  return `The human-agent tag works for ${seconds / DAY_SECONDS} days after the person’s last message, and these have passed as well.`;
}

export function mayReplyByHand(conversation: ConversationRow, now: number): boolean {
  const until = humanAgentUntil(conversation);
  return until !== null && now <= until;
}

/** How you can reply in the conversation now. */
export function waysToWrite(conversation: ConversationRow, now: number): ReplyWay[] {
  if (windowState(conversation, now) !== 'closed') return ['message'];
  return mayReplyByHand(conversation, now) ? ['human_agent', 'wait_for_person'] : ['wait_for_person'];
}

/** Why you cannot send a message in the conversation now; null: you can. */
export function cannotWriteReason(conversation: ConversationRow, now: number): string | null {
  if (windowState(conversation, now) !== 'closed') return null;
  const name = PLATFORM_NAMES[conversation.platform];
  if (conversation.closes_at === null)
    return `The person has not written yet: on ${name} a business cannot start a conversation.`;
  return `The reply window has closed: ${name} lets a business reply only for a limited time. It opens again when the person writes.`;
}
