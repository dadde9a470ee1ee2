import { defineCommand } from '../../../command.js';
import { withClient } from '../../../with-client.js';
import { threadText } from './comment-text.js';
import { readThread } from './comment-thread.js';

export const commentsGet = defineCommand({
  name: 'comments get',
  operations: ['comments.get'],
  group: 'Inbox',
  summary: 'View a comment with its thread, and how you can reply',
  details: 'Shows the whole thread from its top comment, and marks the comment you named with ←.',
  arguments: [{ name: '<id>', description: 'Comment id (cmt_…)' }],
  options: {},
  examples: [
    { type: 'comments get cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'View the thread' },
    {
      type: "comments get cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --json | jq -r '.allowed[]'",
      does: 'List the ways to reply',
    },
  ],
  run: ({ arguments: [id = ''] }, context) =>
    withClient(context, async (client) => {
      const thread = await readThread(id, client, context);
      context.output.result({
        data: thread,
        brief: [thread.id],
        text: (screen) => threadText(thread, screen, thread.requestedId),
      });
    }),
});
