import type { Conversation } from '../../../contract/inbox/conversations.js';
import type { Message } from '../../../contract/inbox/messages.js';
import { safeHandle, safeUrl, type Untrusted, unsafeUrl } from '../../answers/untrusted.js';
import { rowTime } from '../shared/time-facts.js';
import { toolCall } from '../shared/tool-call.js';
import { errorWords } from './comment-facts.js';
import { closingTime, cutText, type InboxEntry, nameWords, QUOTED_BELOW } from './inbox-text.js';

/** A conversation as an entry of an answer: the participant, the last message, how long a reply is possible. */
export function conversationEntry(conversation: Conversation, detailed: boolean): InboxEntry {
  const { id, participant, window, canReplyUntil, lastMessage, replyRules } = conversation;
  const from = lastMessage?.direction === 'outbound' ? 'you' : 'them';
  return {
    row: {
      id,
      accountId: conversation.accountId,
      platform: conversation.platform,
      with: safeHandle(participant.handle) ?? QUOTED_BELOW,
      window: window.state,
      closes: window.state !== 'closed' && canReplyUntil ? closingTime(canReplyUntil) : undefined,
      cannotReply: conversation.cannotReplyReason,
      allowed: window.state === 'closed' || detailed ? conversation.allowed : undefined,
      unanswered: conversation.awaitingReply || undefined,
      unread: conversation.unread || undefined,
      last:
        lastMessage && `${from}, ${rowTime(lastMessage.when)}${lastMessage.hasMedia ? ', with a file' : ''}`,
      lastStatus: lastMessage?.status === 'sent' ? undefined : lastMessage?.status,
      longestText: detailed ? `${replyRules.max} ${replyRules.unit}` : undefined,
      url: detailed ? safeUrl(conversation.url) : undefined,
    },
    words: [
      ...nameWords(id, participant, detailed),
      ...(detailed ? unsafeUrl(id, conversation.url) : []),
      ...lastWords(conversation),
    ],
  };
}

/** The start of the last message. */
export function lastWords({ id, lastMessage }: Pick<Conversation, 'id' | 'lastMessage'>): Untrusted[] {
  if (lastMessage === null || lastMessage.text === '') return [];
  const from = lastMessage.direction === 'outbound' ? 'you' : 'them';
  return [{ about: `last message of ${id}, from ${from}`, text: lastMessage.text }];
}

/** A message as an entry of an answer. @param offset where its text starts */
export function messageEntry(message: Message, longest: number, offset?: number): InboxEntry {
  const { id, conversationId, direction, media } = message;
  const from = direction === 'outbound' ? 'you' : 'them';
  const cut = cutText(
    `message ${id} from ${from}`,
    message.text,
    longest,
    (at) => toolCall('list_messages', { conversationId, messageId: id, offset: at }),
    offset,
  );
  return {
    row: {
      id,
      from,
      when: rowTime(message.when),
      status: message.status === 'sent' ? undefined : message.status,
      code: message.error?.code,
      media: media.map(({ kind }) => kind),
      answersCommentId: message.answersCommentId,
      rest: cut.rest,
    },
    words: [...cut.words, ...errorWords(message)],
  };
}
