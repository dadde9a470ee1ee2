import { defineCommand, flag } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withClient } from '../../with-client.js';

export const webhooksDelete = defineCommand({
  name: 'webhooks delete',
  group: 'Events',
  operations: ['webhooks.delete'],
  summary: 'Delete a webhook, and what is still to be sent to it',
  arguments: [{ name: '<webhook>', description: 'Its id, as `webhooks list` shows it' }],
  options: { yes: flag('-y, --yes', 'Do not ask') },
  examples: [
    { type: 'webhooks delete wh_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'After a question' },
    { type: 'webhooks delete wh_01k9x3m5t7v9b2c4d6f8g0h1jk --yes', does: 'In a script' },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const webhook = await client.webhooks.get(id, { signal: context.signal });
      const act = {
        preview: () => `${webhook.url} would be told nothing more.`,
        question: 'Delete the webhook?',
        action: `The webhook for ${webhook.url} would be gone for good`,
      };
      await confirmAction(act, options.yes, context);
      const deleted = await client.webhooks.delete(webhook.id, { signal: context.signal });
      context.output.result({
        data: deleted,
        brief: [deleted.id],
        text: () => `Deleted: ${webhook.url} is told nothing more.`,
      });
    }),
});
