import type { RetriedPost } from '../../../contract/posts/changes.js';
import { defineCommand, flag, list, text } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { confirmAction } from '../../input/confirm-action.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';
import { outcomeOf, settled, WAIT_OPTION } from './outcome.js';
import { postText } from './post-text.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from './stored-post.js';

export const postsRetry = defineCommand({
  name: 'posts retry',
  group: 'Publish',
  operations: ['posts.retry'],
  summary: 'Send again what failed or was missed',
  details:
    'Of a post that is out, only the parts that are missing. What may be out already is never touched: see `posts resolve`. It asks first.',
  arguments: [POST_ARGUMENT],
  options: {
    account: list('--account <ids>', 'Only these accounts (default: all that failed)'),
    idempotencyKey: text('--idempotency-key <key>', 'Name of this act: the same key never publishes twice'),
    allowDuplicate: flag('--allow-duplicate', 'Although the same text went to the same account today'),
    wait: WAIT_OPTION,
    ...CHANGE_OPTIONS,
  },
  examples: [
    { type: 'posts retry post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Everything that failed; asks first' },
    { type: 'posts retry post_01k9x3m5t7v9b2c4d6f8g0h1jk --yes --json', does: 'From a script' },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const post = await readForChange(id, options.ifVersion, client, context);
      await confirmAction(
        {
          shows: (screen) => postText(post, screen),
          question: 'Send again what failed?',
          would: 'What failed would be sent again now',
        },
        options.yes,
        context,
      );
      const result = await client.posts.retry(
        post.id,
        {
          version: post.version,
          ...(options.account.length === 0 ? {} : { accountIds: [...options.account] }),
          ...(options.allowDuplicate ? { allowDuplicate: true } : {}),
        },
        { idempotencyKey: options.idempotencyKey, signal: context.signal },
      );
      const latest =
        result.retried.length === 0
          ? result.post
          : await settled(result.post, { seconds: options.wait, done: 'It is sent again' }, client, context);
      context.output.result({
        data: { ...result, post: latest },
        brief: [latest.id],
        text: (screen) => [postText(latest, screen), ...notRetried(result)].join('\n'),
      });
      return result.retried.length === 0 ? 'refused' : outcomeOf(latest);
    }),
});

function notRetried({ post, retried, held, skipped }: RetriedPost): string[] {
  const name = (id: string): string => {
    const target = post.targets.find(({ accountId }) => accountId === id);
    return target === undefined ? id : `${target.platform} ${plainLine(target.handle)}`;
  };
  return [
    ...(retried.length === 0 ? ['Nothing was sent again.'] : []),
    ...held.map(({ accountId, retryAt }) => `${name(accountId)} takes nothing before ${retryAt}.`),
    ...skipped.map(({ accountId, message }) => `${name(accountId)}: ${plainLine(message)}`),
  ];
}
