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
  group: 'Answer',
  summary: 'Answer a comment in public',
  details:
    'Everybody can read it at once, so it asks first and shows what is answered; where nobody can be asked it needs --yes. A comment is answered once, unless --allow-duplicate. The text may also come on standard input. Ends with 7 where nobody knows whether it is out, and with 9 where it is still under way.',
  arguments: [{ name: '<id>', description: 'The comment that is answered (cmt_…)' }],
  options: SEND_OPTIONS,
  examples: [
    { type: 'comments reply cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --text "We do, of course."', does: 'Asks first' },
    {
      type: 'comments reply cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --yes --quiet < answer.txt',
      does: 'From a script: prints the id of the reply',
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
