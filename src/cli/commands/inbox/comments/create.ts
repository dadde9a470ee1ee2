import { defineCommand, text } from '../../../command.js';
import type { ExitKind } from '../../../exit-codes.js';
import { usageFailure } from '../../../failure.js';
import { accountFilter } from '../../../input/accounts.js';
import { withClient } from '../../../with-client.js';
import { readText } from '../../posts/content.js';
import { confirmComment } from '../confirm-sending.js';
import { SEND_OPTIONS } from '../sent.js';
import { showSentComment } from './sent-comment.js';

export const commentsCreate = defineCommand({
  name: 'comments create',
  operations: ['comments.create'],
  group: 'Inbox',
  summary: 'Comment on one of your own posts',
  details:
    'The comment is public at once, so this asks for confirmation; scripts need --yes. To reply to someone, use `postrider comments reply`.',
  options: {
    post: text('--post <id>', 'Post id (post_…)'),
    account: text('--account <account>', 'Account by handle or id, if the post is published on several'),
    ...SEND_OPTIONS,
  },
  examples: [
    {
      type: 'comments create --post post_01k9x3m5t7v9b2c4d6f8g0h1jk --text "The recipe is on our page."',
      does: 'Comment on a post, after a prompt',
    },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const { post: postId, idempotencyKey } = options;
      if (postId === undefined) throw usageFailure('Choose a post: --post <id>.');
      const words = await readText(options, context);
      const account = await accountFilter(options.account, client, context);
      await confirmComment(postId, account.accountId, words, options.yes, client, context);
      const created = await client.comments.create(
        {
          postId,
          text: words,
          ...account,
          ...(options.allowDuplicate && { allowDuplicate: true }),
        },
        { idempotencyKey, signal: context.signal },
      );
      return showSentComment(created, options.wait, client, context);
    }),
});
