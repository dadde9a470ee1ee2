import { defineCommand } from '../../../command.js';
import { withClient } from '../../../with-client.js';
import { forEachId } from '../for-each-id.js';

export const conversationsRead = defineCommand({
  name: 'conversations read',
  operations: ['conversations.read'],
  jsonLines: true,
  group: 'Answer',
  summary: 'Mark conversations as read',
  details: 'Nobody at the network sees it. To read what was said: `conversations get`.',
  arguments: [{ name: '<ids...>', description: 'Conversations (conv_…)' }],
  options: {},
  examples: [{ type: 'conversations read conv_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Nothing new in it' }],
  run: ({ arguments: ids }, context) =>
    withClient(context, (client) => {
      const read = (id: string) => client.conversations.read(id, { signal: context.signal });
      return forEachId(ids, read, 'Marked as read:', context);
    }),
});
