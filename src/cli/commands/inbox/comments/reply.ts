import { defineCommand } from '../../../command.js';
import type { ExitKind } from '../../../exit-codes.js';
import { withClient } from '../../../with-client.js';
import { readText } from '../../posts/content.js';
import { confirmReply } from '../confirm-sending.js';
import { SEND_OPTIONS } from '../sent.js';
import { showSentComment } from './sent-comment.js';

export const commentsReply = defineCommand({
  name: 'comments reply',
  operations: ['comments.create'],
  group: 'Inbox',
  summary: 'Reply to a comment in public',
  details:
    'The reply is public at once, so this shows the comment and asks for confirmation; scripts need --yes. A comment is answered only once, unless you add --allow-duplicate. The text can also be piped in. Exits with 7 if the outcome is unknown, and with 9 if sending is still in progress.',
  arguments: [{ name: '<id>', description: 'Comment id (cmt_…)' }],
  options: SEND_OPTIONS,
  examples: [
    {
      type: 'comments reply cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --text "We do, of course."',
      does: 'Reply, after a prompt',
    },
    {
      type: 'comments reply cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --yes --quiet < answer.txt',
      does: 'Reply from a script and print the id',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const text = await readText(options, context);
      const { allowDuplicate, idempotencyKey } = options;
      await confirmReply(id, { text, private: false, allowDuplicate }, options.yes, client, context);
      const created = await client.comments.create(
        { parentCommentId: id, text, ...(allowDuplicate && { allowDuplicate }) },
        { idempotencyKey, signal: context.signal },
      );
      return showSentComment(created, options.wait, client, context);
    }),
});
