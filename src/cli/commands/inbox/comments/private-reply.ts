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
  group: 'Inbox',
  summary: 'Reply to a comment with a direct message',
  details:
    'Networks allow one private reply per comment, within seven days. Asks for confirmation; scripts need --yes. The author’s answer starts a conversation.',
  arguments: [{ name: '<id>', description: 'Comment id (cmt_…)' }],
  options: SEND_OPTIONS,
  examples: [
    {
      type: 'comments private-reply cmt_01k9x3m5t7v9b2c4d6f8g0h1jk --text "Could you tell us more?"',
      does: 'Reply privately, after a prompt',
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
      if (messageId === null) throw new CliFailure('failed', 'The backend returned no message id.');
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
