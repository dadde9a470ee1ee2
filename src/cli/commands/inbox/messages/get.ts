import { defineCommand } from '../../../command.js';
import { withClient } from '../../../with-client.js';
import { messageText } from '../conversations/conversation-text.js';

export const messagesGet = defineCommand({
  name: 'messages get',
  operations: ['messages.get'],
  group: 'Inbox',
  summary: 'View a message: its full text and its outcome',
  arguments: [{ name: '<id>', description: 'Message id (msg_…)' }],
  options: {},
  examples: [{ type: 'messages get msg_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'View a message' }],
  run: ({ arguments: [id = ''] }, context) =>
    withClient(context, async (client) => {
      const message = await client.messages.get(id, { signal: context.signal });
      context.output.result({
        data: message,
        brief: [message.id],
        text: (screen) => messageText(message, 'them', screen),
      });
    }),
});
