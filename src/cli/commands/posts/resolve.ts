import type { Post } from '../../../contract/posts/posts.js';
import { choice, defineCommand, text } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { confirmAction } from '../../input/confirm-action.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';
import { outcomeOf, settled, WAIT_OPTION } from './outcome.js';
import { postText } from './post-text.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from './stored-post.js';

export const postsResolve = defineCommand({
  name: 'posts resolve',
  group: 'Publish',
  operations: ['posts.resolve'],
  summary: 'Say what became of a post whose outcome is unknown',
  details:
    'Look at the account first. `check` asks the network once more, and sends the post where the network is sure that it is not there; `published` says that it is there; `send_again` says that it is not, and sends it: that asks first.',
  arguments: [POST_ARGUMENT],
  options: {
    outcome: choice('--outcome <word>', 'What is done about it', ['check', 'published', 'send_again']),
    account: text('--account <id>', 'The account (default: the one that is unknown)'),
    url: text('--url <address>', 'With published: where it can be seen'),
    idempotencyKey: text('--idempotency-key <key>', 'Name of this act: the same key never publishes twice'),
    wait: WAIT_OPTION,
    ...CHANGE_OPTIONS,
  },
  examples: [
    { type: 'posts resolve post_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome check', does: 'Ask the network' },
    {
      type: 'posts resolve post_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome published --url https://example.com/1',
      does: 'It is there',
    },
    {
      type: 'posts resolve post_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome send_again',
      does: 'It is not there: send it; asks first',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const { outcome, url } = options;
      if (outcome === undefined)
        throw usageFailure('Say what is done about it: --outcome check, published or send_again.');
      if (url !== undefined && outcome !== 'published')
        throw usageFailure('--url belongs to --outcome published.');
      const post = await readForChange(id, options.ifVersion, client, context);
      const accountId = options.account ?? unknownAccount(post);
      if (outcome === 'send_again') {
        await confirmAction(
          {
            shows: (screen) => `${postText(post, screen)}\nIf it is out already, it will be there twice.`,
            question: 'Send it again?',
            would: 'A post that may be out already would be sent again',
          },
          options.yes,
          context,
        );
      }
      const resolved = await client.posts.resolve(
        post.id,
        { version: post.version, accountId, outcome, ...(url !== undefined && { url }) },
        { idempotencyKey: options.idempotencyKey, signal: context.signal },
      );
      const latest = await settled(resolved, { seconds: options.wait, done: 'It was said' }, client, context);
      context.output.result({ data: latest, brief: [latest.id], text: (screen) => postText(latest, screen) });
      return outcomeOf(latest);
    }),
});

/** The only account whose outcome is unknown. @throws CliFailure where there are several, or none */
function unknownAccount({ targets }: Post): string {
  const unknown = targets.filter(
    ({ status, parts }) => status === 'unknown' || parts.some((part) => part.status === 'unknown'),
  );
  const [only, ...others] = unknown;
  if (only !== undefined && others.length === 0) return only.accountId;
  throw new CliFailure(
    'refused',
    only === undefined
      ? 'No outcome of it is unknown.'
      : 'The outcome is unknown on several accounts: settle them one by one.',
    {
      lines: unknown.map(
        ({ platform, handle, accountId }) => `${platform}  ${plainLine(handle)}  ${accountId}`,
      ),
      changed: 'nothing',
      next: only === undefined ? [] : ['Name one: --account <id>'],
    },
  );
}
