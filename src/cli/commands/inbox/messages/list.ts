import { defineCommand, text } from '../../../command.js';
import { usageFailure } from '../../../failure.js';
import { table } from '../../../output/table.js';
import { noteMore, PAGE_OPTIONS, pageQuery, readPages } from '../../../paging.js';
import { typed } from '../../../typed-name.js';
import { withClient } from '../../../with-client.js';
import { MESSAGE_COLUMNS } from '../conversations/conversation-text.js';

export const messagesList = defineCommand({
  name: 'messages list',
  operations: ['messages.list'],
  group: 'Inbox',
  summary: 'List the messages of a conversation, newest first',
  options: {
    conversation: text('--conversation <id>', 'Conversation id (conv_…)'),
    ...PAGE_OPTIONS,
  },
  examples: [
    {
      type: 'messages list --conversation conv_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'List the latest twenty messages',
    },
    {
      type: 'messages list --conversation conv_01k9x3m5t7v9b2c4d6f8g0h1jk --all --json',
      does: 'Print all messages as JSON',
    },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const { conversation: conversationId } = options;
      if (conversationId === undefined)
        throw usageFailure(
          'Choose a conversation: --conversation <id>.',
          `List them: ${typed('conversations list')}`,
        );
      const query = { conversationId, ...pageQuery(options) };
      const listed = await readPages(await client.messages.list(query, { signal: context.signal }), options);
      context.output.result({
        data: listed,
        brief: listed.data.map(({ id }) => id),
        text: (screen) =>
          listed.data.length === 0 ? 'No messages yet.' : table(MESSAGE_COLUMNS, listed.data, screen),
      });
      noteMore(listed, context);
    }),
});
