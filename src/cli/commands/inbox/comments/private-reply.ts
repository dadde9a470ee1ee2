import { defineCommand } from '../../../command.js';
import type { ExitKind } from '../../../exit-codes.js';
import { CliFailure } from '../../../failure.js';
import { withClient } from '../../../with-client.js';
import { readText } from '../../posts/content.js';
import { confirmReply } from '../confirm-sending.js';
import { messageText } from '../conversations/conversation-text.js';
import { exitOf, SEND_OPTIONS, untilSent } from '../sent.js';

export const commentsPrivateReply = defineCommand({
  name: 'comments private-reply',
  operations: ['messages.create'],
  group: 'Answer',
  summary: 'Answer a comment with a direct message that only its author sees',
  details:
    'Once per comment, within seven days of it. It asks first; where nobody can be asked it needs --yes. What the person answers stands in a conversation.',
  arguments: [{ name: '<id>', description: 'The comment that is answered (cmt_…)' }],
  options: SEND_OPTIONS,
  examples: [
    {
      type: 'comments private-reply cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --text "Could you tell us more?"',
      does: 'Asks first',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const text = await readText(options, context);
      const { allowDuplicate, idempotencyKey } = options;
      await confirmReply(id, { text, private: true, allowDuplicate }, options.yes, client, context);
      const { signal } = context;
      const { messageId, author } = await client.comments.create(
        { parentCommentId: id, text, private: true, ...(allowDuplicate && { allowDuplicate }) },
        { idempotencyKey, signal },
      );
      if (messageId === null) throw new CliFailure('failed', 'The backend names no message.');
      const read = () => client.messages.get(messageId, { signal });
      const latest = await untilSent(
        await read(),
        read,
        { seconds: options.wait, look: `messages get ${messageId}` },
        context,
      );
      context.output.result({
        data: latest,
        brief: [latest.id],
        text: (screen) => messageText(latest, author.handle, screen),
      });
      return exitOf(latest.status);
    }),
});
