import type { Conversation } from '../../../contract/inbox/conversations.js';
import type { Message } from '../../../contract/inbox/messages.js';
import { safeHandle, safeUrl, type Untrusted, unsafeUrl } from '../../answers/untrusted.js';
import { rowTime } from '../shared/time-facts.js';
import { toolCall } from '../shared/tool-call.js';
import { errorWords } from './comment-facts.js';
import { closingTime, cutText, type InboxEntry, nameWords, QUOTED_BELOW } from './inbox-text.js';

/**
 * A conversation as an entry of an answer: the participant, the last message, how long a reply is possible.
 *
 * @param number its number in a list, by which its words are quoted; by its id otherwise
 */
export function conversationEntry(
  conversation: Conversation,
  detailed: boolean,
  number?: number,
): InboxEntry {
  const { id, participant, window, canReplyUntil, lastMessage, replyRules } = conversation;
  const from = lastMessage?.direction === 'outbound' ? 'you' : 'them';
  const label = number === undefined ? id : String(number);
  return {
    row: {
      n: number,
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
        lastMessage &&
        `${from}, ${detailed ? rowTime(lastMessage.when) : lastMessage.when.relative}${lastMessage.hasMedia ? ', with a file' : ''}`,
      lastStatus: lastMessage?.status === 'sent' ? undefined : lastMessage?.status,
      longestText: detailed ? `${replyRules.max} ${replyRules.unit}` : undefined,
      url: detailed ? safeUrl(conversation.url) : undefined,
    },
    words: [
      ...nameWords(label, participant, detailed),
      ...(detailed ? unsafeUrl(label, conversation.url) : []),
      ...lastWords(conversation, label),
    ],
  };
}

/** The start of the last message. @param label how the answer refers to the conversation */
export function lastWords(
  { id, lastMessage }: Pick<Conversation, 'id' | 'lastMessage'>,
  label: string = id,
): Untrusted[] {
  if (lastMessage === null || lastMessage.text === '') return [];
  const from = lastMessage.direction === 'outbound' ? 'you' : 'them';
  return [{ about: `last message of ${label}, from ${from}`, text: lastMessage.text }];
}

/**
 * A message as an entry of an answer.
 *
 * @param number its number in a list, by which its words are quoted; by its id otherwise
 * @param offset where its text starts
 */
export function messageEntry(
  message: Message,
  longest: number,
  { number, offset }: { readonly number?: number; readonly offset?: number },
): InboxEntry {
  const { id, conversationId, direction, media } = message;
  const status = message.status === 'sent' ? null : message.status;
  const from = direction === 'outbound' ? 'you' : 'them';
  const cut = cutText(
    number === undefined ? `message ${id} from ${from}` : String(number),
    message.text,
    longest,
    (at) => toolCall('list_messages', { conversationId, messageId: id, offset: at }),
    offset,
  );
  return {
    row: {
      n: number,
      // A message that was sent is not the subject of any call.
      id: number === undefined || status !== null ? id : undefined,
      from,
      when: rowTime(message.when),
      status,
      code: message.error?.code,
      media: media.map(({ kind }) => kind),
      answersCommentId: message.answersCommentId,
      rest: cut.rest,
    },
    words: [...cut.words, ...errorWords(message, number === undefined ? id : String(number))],
  };
}
