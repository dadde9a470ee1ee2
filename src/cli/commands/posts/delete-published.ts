import type { DeletedPublished } from '../../../contract/posts/changes.js';
import { DELETING_NAMES } from '../../../networks/deletes-posts.js';
import { defineCommand, list, text } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { readAccounts } from '../../input/accounts.js';
import { confirmAction } from '../../input/confirm-action.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';
import { postText } from './post-text.js';
import { contentOf } from './publishing.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from './stored-post.js';

export const postsDeletePublished = defineCommand({
  name: 'posts delete-published',
  group: 'Publish',
  operations: ['posts.deletePublished'],
  summary: 'Delete a published post at its networks',
  details: `Possible on ${DELETING_NAMES}. The thread and the first comment are deleted too. It cannot be undone, and the post is never published again: create a new one instead. Asks for confirmation. Repeating it is safe.`,
  arguments: [POST_ARGUMENT],
  options: {
    account: list(
      '--account <accounts>',
      'Only from these accounts, by handle or id (default: all that have it)',
    ),
    idempotencyKey: text('--idempotency-key <key>', 'Idempotency key of the request'),
    ...CHANGE_OPTIONS,
  },
  examples: [
    {
      type: 'posts delete-published post_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'Delete it everywhere, after a prompt',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const accountIds = await readAccounts(options.account, client, context);
      const post = await readForChange(id, options.ifVersion, client, context);
      await confirmAction(
        {
          preview: (screen) => postText(post, screen),
          content: contentOf(post),
          question:
            options.account.length === 0
              ? 'Delete it at its networks? This cannot be undone.'
              : `Delete it at the networks of ${options.account.map(plainLine).join(', ')}? This cannot be undone.`,
          action: 'Deleting a published post',
        },
        options.yes,
        context,
      );
      const result = await client.posts.deletePublished(
        post.id,
        {
          version: post.version,
          ...(accountIds.length === 0 ? {} : { accountIds }),
        },
        { idempotencyKey: options.idempotencyKey, signal: context.signal },
      );
      context.output.result({
        data: result,
        brief: [result.post.id],
        text: (screen) => [postText(result.post, screen), ...notDeleted(result)].join('\n'),
      });
      return result.kept.length === 0 ? undefined : 'refused';
    }),
});

function notDeleted({ post, kept }: DeletedPublished): string[] {
  return kept.map(({ accountId, message }) => {
    const target = post.targets.find((one) => one.accountId === accountId);
    const name = target === undefined ? accountId : `${target.platform} ${plainLine(target.handle)}`;
    return `Not deleted from ${name}: ${plainLine(message)}`;
  });
}
