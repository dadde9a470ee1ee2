import { defineCommand } from '../../../command.js';
import type { ExitKind } from '../../../exit-codes.js';
import { withClient } from '../../../with-client.js';
import { confirmResolving, RESOLVE_OPTIONS } from '../resolve-options.js';
import { exitOf, untilSent } from '../sent.js';
import { ownCommentText } from './comment-text.js';
import { readComment } from './comment-thread.js';

export const commentsResolve = defineCommand({
  name: 'comments resolve',
  operations: ['comments.resolve'],
  group: 'Inbox',
  summary: 'Resolve a reply whose outcome is unknown',
  details:
    'Check the network first. `check` looks for the reply at the network and sends nothing. `sent` confirms that the reply is there. `send_again` sends it once more, after a prompt: use it only if the reply is not there.',
  arguments: [{ name: '<id>', description: 'Id of your reply or comment (cmt_…)' }],
  options: RESOLVE_OPTIONS,
  examples: [
    {
      type: 'comments resolve cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome check',
      does: 'Ask the network again',
    },
    {
      type: 'comments resolve cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome sent',
      does: 'Confirm that it was sent',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const read = () => readComment(id, client, context);
      const outcome = await confirmResolving(
        options,
        async () => {
          const comment = await read();
          return (screen) => ownCommentText(comment, screen);
        },
        context,
      );
      const { idempotencyKey, wait } = options;
      const request = { idempotencyKey, signal: context.signal };
      const resolved = await client.comments.resolve(id, { outcome }, request);
      const latest = await untilSent(resolved, read, { seconds: wait, look: `comments get ${id}` }, context);
      context.output.result({
        data: latest,
        brief: [latest.id],
        text: (screen) => ownCommentText(latest, screen),
      });
      return exitOf(latest.status);
    }),
});
