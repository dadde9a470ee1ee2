import { defineCommand } from '../../../command.js';
import { withClient } from '../../../with-client.js';
import { forEachId } from '../for-each-id.js';

export const commentsRead = defineCommand({
  name: 'comments read',
  operations: ['comments.read'],
  jsonLines: true,
  group: 'Inbox',
  summary: 'Mark comments as read',
  details: 'This is not visible on the network. To view a comment, use `postrider comments get`.',
  arguments: [{ name: '<ids...>', description: 'Comment ids (cmt_…)' }],
  options: {},
  examples: [{ type: 'comments read cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Mark a comment as read' }],
  run: ({ arguments: ids }, context) =>
    withClient(context, (client) =>
      forEachId(
        ids,
        (id) => client.comments.read(id, { signal: context.signal }),
        'Marked as read:',
        context,
      ),
    ),
});
