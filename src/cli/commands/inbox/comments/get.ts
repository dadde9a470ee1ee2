import { defineCommand } from '../../../command.js';
import { withClient } from '../../../with-client.js';
import { threadText } from './comment-text.js';
import { readThread } from './comment-thread.js';

export const commentsGet = defineCommand({
  name: 'comments get',
  operations: ['comments.get'],
  group: 'Answer',
  summary: 'Read a comment with its whole thread, and how it can be answered',
  details: 'The top comment with everything under it, whichever comment of the thread is named (←).',
  arguments: [{ name: '<id>', description: 'The comment’s id (cmt_…)' }],
  options: {},
  examples: [
    { type: 'comments get cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'The thread' },
    {
      type: "comments get cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --json | jq -r '.allowed[]'",
      does: 'Ways to answer',
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
