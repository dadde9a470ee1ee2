import { defineCommand, whole } from '../../../command.js';
import { typed } from '../../../typed-name.js';
import { withClient } from '../../../with-client.js';
import { conversationText } from './conversation-text.js';

export const conversationsGet = defineCommand({
  name: 'conversations get',
  operations: ['conversations.get'],
  group: 'Inbox',
  summary: 'View a conversation: the person, the latest messages, the reply window',
  arguments: [{ name: '<id>', description: 'Conversation id (conv_…)' }],
  options: {
    limit: whole('-n, --limit <number>', 'Number of latest messages (default 20)', {
      min: 1,
      max: 100,
    }),
  },
  examples: [
    { type: 'conversations get conv_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'View a conversation' },
    {
      type: "conversations get conv_01k9x3m5t7v9b2c4d6f8g0h1jk --json | jq -r '.canReplyUntil.utc'",
      does: 'Print when the reply window closes',
    },
  ],
  run: ({ arguments: [id = ''], options: { limit } }, context) =>
    withClient(context, async (client) => {
      const request = { signal: context.signal };
      const [conversation, page] = await Promise.all([
        client.conversations.get(id, request),
        client.messages.list({ conversationId: id, limit: limit ?? 20 }, request),
      ]);
      const messages = [...page.data].reverse();
      context.output.result({
        data: { ...conversation, messages: page.data, nextCursor: page.nextCursor },
        brief: [conversation.id],
        text: (screen) => conversationText(conversation, messages, screen),
      });
      if (page.nextCursor !== null)
        context.output.note(`Earlier messages: ${typed(`messages list --conversation ${id} --all`)}`);
      if (conversation.cannotReplyReason === null && conversation.awaitingReply)
        context.output.note(({ style }) => style('dim', `Reply: ${typed(`messages send ${id} --text "…"`)}`));
    }),
});
