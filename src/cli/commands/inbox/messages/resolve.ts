import { defineCommand } from '../../../command.js';
import type { ExitKind } from '../../../exit-codes.js';
import { withClient } from '../../../with-client.js';
import { messageText } from '../conversations/conversation-text.js';
import { confirmResolving, RESOLVE_OPTIONS } from '../resolve-options.js';
import { exitOf, untilSent } from '../sent.js';

export const messagesResolve = defineCommand({
  name: 'messages resolve',
  operations: ['messages.resolve'],
  group: 'Inbox',
  summary: 'Resolve a message whose outcome is unknown',
  details:
    'Check the network first. `check` looks for the message at the network and sends nothing. `sent` confirms that the message is there. `send_again` sends it once more, after a prompt: use it only if the message is not there.',
  arguments: [{ name: '<id>', description: 'Id of your message (msg_…)' }],
  options: RESOLVE_OPTIONS,
  examples: [
    {
      type: 'messages resolve msg_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome check',
      does: 'Ask the network again',
    },
    {
      type: 'messages resolve msg_01k9x3m5t7v9b2c4d6f8g0h1jk --outcome sent',
      does: 'Confirm that it was sent',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const { signal } = context;
      const read = () => client.messages.get(id, { signal });
      const outcome = await confirmResolving(
        options,
        async () => {
          const message = await read();
          return (screen) => messageText(message, 'them', screen);
        },
        context,
      );
      const { idempotencyKey, wait } = options;
      const resolved = await client.messages.resolve(id, { outcome }, { idempotencyKey, signal });
      const latest = await untilSent(resolved, read, { seconds: wait, look: `messages get ${id}` }, context);
      context.output.result({
        data: latest,
        brief: [latest.id],
        text: (screen) => messageText(latest, 'them', screen),
      });
      return exitOf(latest.status);
    }),
});
