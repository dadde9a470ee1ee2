import { requestedComment } from '../../mcp/tools/inbox/comment-facts.js';
import { readThread } from '../answering/comment-thread.js';
import { doToEach } from '../answering/do-to-each.js';
import { defineCommand, flag } from '../command.js';
import { canAsk } from '../input/prompt.js';
import { confirmAct } from '../posting/confirm-act.js';
import { threadText } from '../present/comment-text.js';
import { withClient } from '../with-client.js';

export const commentsDelete = defineCommand({
  name: 'comments delete',
  operations: ['comments.delete'],
  jsonLines: true,
  group: 'Answer',
  summary: 'Delete comments at the network, with everything under them',
  details: 'For good: it asks first, and shows what would be gone. To hide one instead: `comments hide`.',
  arguments: [{ name: '<ids...>', description: 'Comments (cmt_…), by others or by you' }],
  options: { yes: flag('-y, --yes', 'Do not ask for confirmation') },
  examples: [{ type: 'comments delete cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Asks first' }],
  run: ({ arguments: ids, options: { yes } }, context) =>
    withClient(context, async (client) => {
      const lost =
        yes || !canAsk(context)
          ? []
          : await Promise.all(ids.map(async (id) => requestedComment(await readThread(id, client, context))));
      await confirmAct(
        {
          shows: (room) => lost.map((comment) => threadText(comment, room)).join('\n'),
          question: ids.length === 1 ? 'Delete it for good?' : `Delete these ${ids.length} for good?`,
          would: 'Comments would be gone for good, with everything under them',
        },
        yes,
        context,
      );
      const remove = (id: string) => client.comments.delete(id, { signal: context.signal });
      return doToEach(ids, remove, 'Deleted:', context);
    }),
});
