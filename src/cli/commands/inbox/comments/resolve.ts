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
  group: 'Answer',
  summary: 'Say what became of a reply of yours whose outcome is unknown',
  details:
    'Look at the network first. `check` asks the network once more, and sends the reply where the network is sure that it is not there; `sent` says that it is there; `send_again` says that it is not, and sends it: that asks first.',
  arguments: [{ name: '<id>', description: 'The reply or comment of yours (cmt_…)' }],
  options: RESOLVE_OPTIONS,
  examples: [
    { type: 'comments resolve cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome check', does: 'Ask the network' },
    { type: 'comments resolve cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome sent', does: 'It is there' },
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
