import { defineCommand, list } from '../../../command.js';
import type { ExitKind } from '../../../exit-codes.js';
import { readStorageKeys } from '../../../input/storage-keys.js';
import { withClient } from '../../../with-client.js';
import { givenText, readText } from '../../posts/content.js';
import { confirmMessage } from '../confirm-sending.js';
import { messageText } from '../conversations/conversation-text.js';
import { exitOf, SEND_OPTIONS, untilSent } from '../sent.js';

export const messagesSend = defineCommand({
  name: 'messages send',
  operations: ['messages.create'],
  group: 'Inbox',
  summary: 'Send a direct message while the reply window is open',
  details:
    'The message is delivered at once, so this shows the latest message and asks for confirmation; scripts need --yes. After the reply window has closed, nothing is sent. A message has either text or one file. Exits with 7 if the outcome is unknown, and with 9 if sending is still in progress.',
  arguments: [{ name: '<conversation>', description: 'Conversation id (conv_…)' }],
  options: {
    ...SEND_OPTIONS,
    media: list('--media <files>', 'Storage key (med_…), local file or URL (https://…)'),
  },
  examples: [
    {
      type: 'messages send conv_01k9x3m5t7v9b2c4d6f8g0h1jk --text "Of course: at four."',
      does: 'Send a message, after a prompt',
    },
    { type: 'messages send conv_01k9x3m5t7v9b2c4d6f8g0h1jk --media menu.jpg --yes', does: 'Send a file' },
    {
      type: 'messages send conv_01k9x3m5t7v9b2c4d6f8g0h1jk --yes --quiet < answer.txt',
      does: 'Send from a script and print the id',
    },
  ],
  run: ({ arguments: [conversationId = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const { media, idempotencyKey } = options;
      const text = media.length === 0 ? await readText(options, context) : await givenText(options, context);
      await confirmMessage(conversationId, { text: text ?? '', media }, options.yes, client, context);
      const mediaUrls = await readStorageKeys(media, client, context);
      const { signal } = context;
      const sent = await client.messages.create(
        {
          conversationId,
          ...(text !== undefined && { text }),
          ...(mediaUrls.length > 0 && { mediaUrls }),
          ...(options.allowDuplicate && { allowDuplicate: true }),
        },
        { idempotencyKey, signal },
      );
      const latest = await untilSent(
        sent,
        () => client.messages.get(sent.id, { signal }),
        { seconds: options.wait, look: `messages get ${sent.id}` },
        context,
      );
      context.output.result({
        data: latest,
        brief: [latest.id],
        text: (screen) => messageText(latest, 'them', screen),
      });
      return exitOf(latest.status);
    }),
});
