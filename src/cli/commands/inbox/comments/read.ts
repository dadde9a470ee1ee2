import { defineCommand } from '../../../command.js';
import { withClient } from '../../../with-client.js';
import { forEachId } from '../for-each-id.js';

export const commentsRead = defineCommand({
  name: 'comments read',
  operations: ['comments.read'],
  jsonLines: true,
  group: 'Answer',
  summary: 'Mark comments as read',
  details: 'Nobody at the network sees it. To read what a comment says: `comments get`.',
  arguments: [{ name: '<ids...>', description: 'Comments (cmt_…)' }],
  options: {},
  examples: [{ type: 'comments read cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'No longer new' }],
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
