import { defineCommand, text } from '../../../command.js';
import type { ExitKind } from '../../../exit-codes.js';
import { usageFailure } from '../../../failure.js';
import { withClient } from '../../../with-client.js';
import { readText } from '../../posts/content.js';
import { confirmComment } from '../confirm-sending.js';
import { SEND_OPTIONS } from '../sent.js';
import { showSentComment } from './sent-comment.js';

export const commentsCreate = defineCommand({
  name: 'comments create',
  operations: ['comments.create'],
  group: 'Answer',
  summary: 'Comment on a post of your own',
  details:
    'Everybody can read it at once, so it asks first; where nobody can be asked it needs --yes. To answer somebody, see `comments reply`.',
  options: {
    post: text('--post <id>', 'The post'),
    account: text('--account <id>', 'Where the post is out on several accounts: on which'),
    ...SEND_OPTIONS,
  },
  examples: [
    {
      type: 'comments create --post post_01k9x3m5t7v9b2c4d6f8g0h1jk --text "The recipe is on our page."',
      does: 'Asks first',
    },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const { post: postId, account: accountId, idempotencyKey } = options;
      if (postId === undefined) throw usageFailure('Say on which post: --post <id>.');
      const words = await readText(options, context);
      await confirmComment(postId, words, options.yes, client, context);
      const created = await client.comments.create(
        {
          postId,
          text: words,
          ...(accountId !== undefined && { accountId }),
          ...(options.allowDuplicate && { allowDuplicate: true }),
        },
        { idempotencyKey, signal: context.signal },
      );
      return showSentComment(created, options.wait, client, context);
    }),
});
