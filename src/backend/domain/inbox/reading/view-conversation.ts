import type { Conversation } from '../../../../contract/inbox/conversations.js';
import type { Message, MessageMedia } from '../../../../contract/inbox/messages.js';
import { RULES } from '../../../../networks/rules.js';
import { timeForms } from '../../../../time/forms.js';
import { fromStoredText } from '../../../store/stored-text.js';
import type { ConversationRow, MessageRow } from '../../../store/tables/inbox-rows.js';
import { cannotWriteReason, endOf, waysToWrite, windowState } from '../reply-rules.js';
import { handleOf, type ViewContext, viewError } from './view-comment.js';

/** How much of the last message is shown with its conversation, in UTF-16 units. */
export const MAX_EXCERPT = 200;
const POLL_AFTER_SECONDS = 2;

/** The last message of a conversation, with as much of its text as is shown. */
type LastMessage = Pick<MessageRow, 'id' | 'direction' | 'text' | 'media_json' | 'status' | 'created_at'>;

/** A stored conversation as the API returns it, with the present state of its window. */
export function viewConversation(
  row: ConversationRow,
  last: LastMessage | undefined,
  { now, timezone, simulated, isRehearsal, publicUrl }: ViewContext & { readonly publicUrl: string },
): Conversation {
  const rules = RULES[row.platform].inbox?.messages;
  const closesAt = endOf(row.closes_at);
  return {
    id: row.id as Conversation['id'],
    accountId: row.account_id,
    platform: row.platform,
    simulated: simulated || isRehearsal,
    participant: {
      handle: handleOf(row.participant_handle, row.participant_name),
      displayName: row.participant_name,
    },
    canReplyUntil: closesAt === null ? null : timeForms(closesAt, timezone, now),
    cannotReplyReason: cannotWriteReason(row, now),
    window: { state: windowState(row, now), basis: row.basis },
    lastMessage: last
      ? {
          id: last.id,
          direction: last.direction,
          text: excerptOf(fromStoredText(last.text)),
          hasMedia: mediaOf(last).length > 0,
          status: last.status,
          createdAt: new Date(last.created_at).toISOString(),
          when: timeForms(last.created_at, timezone, now),
        }
      : null,
    awaitingReply: row.awaiting === 1,
    unread: row.unread,
    replyRules: {
      max: rules?.text.max.value ?? 0,
      unit: rules?.text.unit ?? 'utf16',
      media: {
        max: rules?.files.value ?? 0,
        imageBytes: rules?.imageBytes.value ?? 0,
        videoBytes: rules?.videoBytes.value ?? 0,
        withText: rules?.fileWithText.value ?? false,
      },
    },
    allowed: waysToWrite(row, now),
    url:
      row.network_conversation_id === null || !simulated
        ? null
        : `${publicUrl}/network/${row.platform}/direct/t/${encodeURIComponent(row.network_conversation_id)}`,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** Never cuts a surrogate pair in half. */
function excerptOf(text: string): string {
  if (text.length <= MAX_EXCERPT) return text;
  return `${text.slice(0, MAX_EXCERPT).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function mediaOf(row: Pick<MessageRow, 'media_json'>): MessageMedia[] {
  return JSON.parse(row.media_json);
}

/** A stored message as the API returns it. */
export function viewMessage(
  row: MessageRow,
  platform: Message['platform'],
  { now, timezone, simulated, isRehearsal, publicUrl }: ViewContext,
): Message {
  return {
    id: row.id as Message['id'],
    conversationId: row.conversation_id as Message['conversationId'],
    accountId: row.account_id,
    platform,
    simulated: simulated || isRehearsal,
    direction: row.direction,
    text: fromStoredText(row.text),
    media: mediaOf(row),
    createdAt: new Date(row.created_at).toISOString(),
    when: timeForms(row.created_at, timezone, now),
    status: row.status,
    error: viewError(row, { simulated, publicUrl }),
    answersCommentId: row.answers_comment_id,
    pollAfterSeconds: row.status === 'sending' ? POLL_AFTER_SECONDS : null,
  };
}
