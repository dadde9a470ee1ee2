import { defineCommand } from '../../../command.js';
import { withClient } from '../../../with-client.js';
import { forEachId } from '../for-each-id.js';

export const conversationsRead = defineCommand({
  name: 'conversations read',
  operations: ['conversations.read'],
  jsonLines: true,
  group: 'Inbox',
  summary: 'Mark conversations as read',
  details: 'This is not visible on the network. To view the messages, use `postrider conversations get`.',
  arguments: [{ name: '<ids...>', description: 'Conversation ids (conv_…)' }],
  options: {},
  examples: [
    { type: 'conversations read conv_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Mark a conversation as read' },
  ],
  run: ({ arguments: ids }, context) =>
    withClient(context, (client) => {
      const read = (id: string) => client.conversations.read(id, { signal: context.signal });
      return forEachId(ids, read, 'Marked as read:', context);
    }),
});
