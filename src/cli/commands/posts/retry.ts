import type { RetriedPost } from '../../../contract/posts/changes.js';
import type { Post } from '../../../contract/posts/posts.js';
import { retrySentences } from '../../../networks/charges.js';
import { defineCommand, flag, list, text } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { readAccounts } from '../../input/accounts.js';
import { confirmAction } from '../../input/confirm-action.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';
import { outcomeOf, WAIT_OPTION, waitUntilSettled } from './outcome.js';
import { postText } from './post-text.js';
import { contentOf } from './publishing.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from './stored-post.js';

export const postsRetry = defineCommand({
  name: 'posts retry',
  group: 'Publish',
  operations: ['posts.retry'],
  summary: 'Retry failed and missed targets of a post',
  details:
    'For a published post, only its missing parts are sent. Targets that may already be published are skipped: use `postrider posts resolve` for them. Asks for confirmation.',
  arguments: [POST_ARGUMENT],
  options: {
    account: list('--account <accounts>', 'Only these accounts, by handle or id (default: all that failed)'),
    idempotencyKey: text('--idempotency-key <key>', 'Idempotency key: the same key never publishes twice'),
    allowDuplicate: flag('--allow-duplicate', 'Allow the same text on the same account within 24 hours'),
    wait: WAIT_OPTION,
    ...CHANGE_OPTIONS,
  },
  examples: [
    {
      type: 'posts retry post_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'Retry everything that failed, after a prompt',
    },
    { type: 'posts retry post_01k9x3m5t7v9b2c4d6f8g0h1jk --yes --json', does: 'Retry from a script' },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const accountIds = await readAccounts(options.account, client, context);
      const post = await readForChange(id, options.ifVersion, client, context);
      // The backend says why nothing can be retried: do not ask about it.
      if (mayRetry(post))
        await confirmAction(
          {
            preview: (screen) => [postText(post, screen), ...pricesOf(post, accountIds)].join('\n'),
            content: contentOf(post),
            question: 'Retry what failed?',
            action: 'Retrying a post',
          },
          options.yes,
          context,
        );
      const result = await client.posts.retry(
        post.id,
        {
          version: post.version,
          ...(accountIds.length === 0 ? {} : { accountIds }),
          ...(options.allowDuplicate ? { allowDuplicate: true } : {}),
        },
        { idempotencyKey: options.idempotencyKey, signal: context.signal },
      );
      const latest =
        result.retried.length === 0
          ? result.post
          : await waitUntilSettled(
              result.post,
              { seconds: options.wait, done: 'The retry has started' },
              client,
              context,
            );
      context.output.result({
        data: { ...result, post: latest },
        brief: [latest.id],
        text: (screen) => [postText(latest, screen), ...notRetried(result)].join('\n'),
      });
      return result.retried.length === 0 ? 'refused' : outcomeOf(latest);
    }),
});

/** Whether anything of a post may be sent again; nothing of a cancelled, waiting or fully published one is. */
function mayRetry({ incomplete, targets }: Post): boolean {
  return incomplete || targets.some(({ status }) => !NEVER_RETRIED.includes(status));
}

/** What is charged for what is sent again. @param accountIds only these; empty: all */
function pricesOf({ targets }: Post, accountIds: readonly string[]): string[] {
  return retrySentences(
    targets
      .filter(({ accountId }) => accountIds.length === 0 || accountIds.includes(accountId))
      .filter(({ status }) => status === 'published' || !NEVER_RETRIED.includes(status)),
  );
}

const NEVER_RETRIED: readonly string[] = ['cancelled', 'in_inbox', 'pending', 'published'];

function notRetried({ post, retried, held, skipped }: RetriedPost): string[] {
  const name = (id: string): string => {
    const target = post.targets.find(({ accountId }) => accountId === id);
    return target === undefined ? id : `${target.platform} ${plainLine(target.handle)}`;
  };
  return [
    ...(retried.length === 0 ? ['Nothing was retried.'] : []),
    ...held.map(({ accountId, retryAt }) => `${name(accountId)} cannot be retried before ${retryAt}.`),
    ...skipped.map(({ accountId, message }) => `${name(accountId)}: ${plainLine(message)}`),
  ];
}
