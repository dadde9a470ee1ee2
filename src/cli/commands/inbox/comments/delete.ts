import { requestedComment } from '../../../../mcp/tools/inbox/comment-facts.js';
import { defineCommand, flag } from '../../../command.js';
import { confirmAction } from '../../../input/confirm-action.js';
import { canAsk } from '../../../input/prompt.js';
import { withClient } from '../../../with-client.js';
import { forEachId } from '../for-each-id.js';
import { threadText } from './comment-text.js';
import { readThread } from './comment-thread.js';

export const commentsDelete = defineCommand({
  name: 'comments delete',
  operations: ['comments.delete'],
  jsonLines: true,
  group: 'Inbox',
  summary: 'Delete comments on the network, with their replies',
  details:
    'This cannot be undone, so it shows what will be deleted and asks for confirmation. To hide a comment instead, use `postrider comments hide`.',
  arguments: [{ name: '<ids...>', description: 'Comment ids (cmt_…), by others or by you' }],
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt') },
  examples: [
    { type: 'comments delete cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Delete a comment, after a prompt' },
  ],
  run: ({ arguments: ids, options: { yes } }, context) =>
    withClient(context, async (client) => {
      const lost =
        yes || !canAsk(context)
          ? []
          : await Promise.all(ids.map(async (id) => requestedComment(await readThread(id, client, context))));
      await confirmAction(
        {
          preview: (screen) => lost.map((comment) => threadText(comment, screen)).join('\n'),
          question: ids.length === 1 ? 'Delete this comment?' : `Delete these ${ids.length} comments?`,
          action: 'Deleting comments',
        },
        yes,
        context,
      );
      const remove = (id: string) => client.comments.delete(id, { signal: context.signal });
      return forEachId(ids, remove, 'Deleted:', context);
    }),
});
