import type { Message } from '../../../contract/inbox/messages.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { fittingPage, restOf } from '../shared/fitting-page.js';
import { toolCall } from '../shared/tool-call.js';
import { conversationEntry, messageEntry } from './conversation-facts.js';
import { CONTINUATION_BYTES, DETAILED_BYTES, measured } from './inbox-text.js';
import { listMessages } from './list-messages.definition.js';

const DEFAULT_LIMIT = 20;

/** Bytes reserved for the conversation itself. */
const FOR_CONVERSATION = 3_000;

export const callListMessages = handle(listMessages, async (input, call) => {
  const { conversationId, messageId, offset, cursor } = input;
  if (messageId !== undefined) {
    const message = await call.client.messages.get(messageId, call.request());
    return readOn(message, offset ?? 0);
  }
  const conversation = await call.client.conversations.get(conversationId, call.request());
  const toEntry = (message: Message, index: number) =>
    messageEntry(message, DETAILED_BYTES, { number: index + 1 });
  const { page, shortened } = await fittingPage(
    input.limit ?? DEFAULT_LIMIT,
    (limit) =>
      call.client.messages.list({ conversationId, limit, ...(cursor && { cursor }) }, call.request()),
    ({ data }) => data.map(toEntry).map(measured),
    FOR_CONVERSATION,
  );
  const shown = page.data.map(toEntry);
  const { last: _, ...row } = conversationEntry({ ...conversation, lastMessage: null }, true).row;
  const names = conversationEntry({ ...conversation, lastMessage: null }, true).words;
  const answer =
    conversation.cannotReplyReason === null
      ? toolCall('send_message', { conversationId, text: '…' })
      : undefined;
  return {
    message: `${shown.length} message${shown.length === 1 ? '' : 's'}, latest first${page.nextCursor === null ? '' : '; there are more'}.${shortened}`,
    facts: { conversation: row, messages: shown.map((one) => one.row), nextCursor: page.nextCursor },
    untrusted: [...names, ...shown.flatMap(({ words }) => words)],
    next: [answer, restOf(page.nextCursor)].filter((step) => step !== undefined).join('. ') || undefined,
  };
});

/** The next part of a long message. */
function readOn(message: Message, offset: number) {
  const { length } = message.text;
  if (offset >= length) {
    return refusal({
      code: 'offset_invalid',
      message: `The message has ${length} characters; there is no text at offset ${offset}.`,
      facts: { id: message.id },
    });
  }
  const { row, words } = messageEntry(message, CONTINUATION_BYTES, { offset });
  return {
    message: `The text from character ${offset} of ${length}.`,
    facts: { id: message.id, conversationId: message.conversationId, rest: row['rest'] },
    untrusted: words,
    next: toolCall('send_message', { conversationId: message.conversationId, text: '…' }),
  };
}
