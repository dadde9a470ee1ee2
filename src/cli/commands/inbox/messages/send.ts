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
  group: 'Answer',
  summary: 'Send a direct message in a conversation, while its window is open',
  details:
    'The person sees it at once, so it asks first and shows what is answered; where nobody can be asked it needs --yes. Past the window nothing is sent. Instagram and Facebook take a text or one file. Ends with 7 where nobody knows whether it is there, and with 9 where it is still under way.',
  arguments: [{ name: '<conversation>', description: 'The conversation’s id (conv_…)' }],
  options: {
    ...SEND_OPTIONS,
    media: list(
      '--media <files>',
      'A storage key (med_…), a file of this machine, or an address (https://…)',
    ),
  },
  examples: [
    {
      type: 'messages send conv_01k9x3m5t7v9b2c4d6f8g0h1jk --text "Of course: at four."',
      does: 'Asks first',
    },
    { type: 'messages send conv_01k9x3m5t7v9b2c4d6f8g0h1jk --media menu.jpg --yes', does: 'A file' },
    {
      type: 'messages send conv_01k9x3m5t7v9b2c4d6f8g0h1jk --yes --quiet < answer.txt',
      does: 'From a script: prints the id of the message',
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
