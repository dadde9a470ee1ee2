import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Post } from '../../../contract/posts/posts.js';
import { choice, defineCommand, text } from '../../command.js';
import type { Context } from '../../context.js';
import type { ExitKind } from '../../exit-codes.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { confirmAction } from '../../input/confirm-action.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';
import { outcomeOf, WAIT_OPTION, waitUntilSettled } from './outcome.js';
import { postText } from './post-text.js';
import { contentOf } from './publishing.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from './stored-post.js';

export const postsResolve = defineCommand({
  name: 'posts resolve',
  group: 'Publish',
  operations: ['posts.resolve'],
  summary: 'Resolve a post whose outcome is unknown, or that waits in an app’s inbox',
  details:
    'Check the account first. `check` looks for the post at the network and sends nothing. `published` confirms that the post is there. `send_again` sends it once more, after a prompt: use it only if the post is not there.',
  arguments: [POST_ARGUMENT],
  options: {
    outcome: choice('--outcome <word>', 'What to do', ['check', 'published', 'send_again']),
    account: text('--account <id>', 'Account id (default: the one that can be resolved)'),
    url: text('--url <address>', 'With --outcome published: the post’s URL'),
    idempotencyKey: text('--idempotency-key <key>', 'Idempotency key: the same key never publishes twice'),
    wait: WAIT_OPTION,
    ...CHANGE_OPTIONS,
  },
  examples: [
    { type: 'posts resolve post_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome check', does: 'Ask the network again' },
    {
      type: 'posts resolve post_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome published --url https://example.com/1',
      does: 'Confirm that it was published',
    },
    {
      type: 'posts resolve post_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome send_again',
      does: 'Send it again, after a prompt',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const { outcome, url } = options;
      if (outcome === undefined)
        throw usageFailure('Choose what to do: --outcome check, published or send_again.');
      if (url !== undefined && outcome !== 'published')
        throw usageFailure('--url requires --outcome published.');
      const post = await readForChange(id, options.ifVersion, client, context);
      const accountId = options.account ?? unknownAccount(post);
      if (outcome === 'send_again') {
        await confirmAction(
          {
            preview: (screen) =>
              `${postText(post, screen)}\nIf it was published after all, it will appear twice.`,
            content: contentOf(post),
            question: 'Send it again?',
            action: 'Sending a post that may already be published',
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
      const latest = await waitUntilSettled(
        resolved,
        outcome === 'check'
          ? { seconds: options.wait, done: 'The check was started', meanwhile: STILL_LOOKING }
          : { seconds: options.wait, done: 'The outcome was recorded' },
        client,
        context,
      );
      if (outcome === 'check') noteCheck(latest, accountId, context);
      context.output.result({ data: latest, brief: [latest.id], text: (screen) => postText(latest, screen) });
      return outcomeOf(latest);
    }),
});

const STILL_LOOKING = 'Postrider is still looking at the network and sends nothing.';

/** What a check found, where the post looks the same as before it. */
function noteCheck({ targets }: Post, accountId: string, { output }: Context): void {
  const target = targets.find((one) => one.accountId === accountId);
  if (target === undefined) return;
  const name = PLATFORM_NAMES[target.platform];
  if (target.status === 'in_inbox') output.note(`Looked at ${name}: not published yet. Nothing was sent.`);
  if (target.status === 'unknown') output.note(`Looked at ${name}: still not known. Nothing was sent.`);
}

/** The only account with an unknown outcome. @throws CliFailure if there are none or several */
function unknownAccount({ targets }: Post): string {
  const unknown = targets.filter(
    ({ status, parts }) =>
      status === 'unknown' || status === 'in_inbox' || parts.some((part) => part.status === 'unknown'),
  );
  const [only, ...others] = unknown;
  if (only !== undefined && others.length === 0) return only.accountId;
  throw new CliFailure(
    'refused',
    only === undefined
      ? 'No target of this post has an unknown outcome or waits in an inbox.'
      : 'Several accounts can be resolved. Resolve them one by one.',
    {
      lines: unknown.map(
        ({ platform, handle, accountId }) => `${platform}  ${plainLine(handle)}  ${accountId}`,
      ),
      changed: 'nothing',
      next: only === undefined ? [] : ['Choose one: --account <id>'],
    },
  );
}
