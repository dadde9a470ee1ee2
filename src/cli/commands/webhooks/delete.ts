import { defineCommand, flag } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withClient } from '../../with-client.js';

export const webhooksDelete = defineCommand({
  name: 'webhooks delete',
  group: 'Events',
  operations: ['webhooks.delete'],
  summary: 'Delete a webhook and its pending deliveries',
  arguments: [{ name: '<webhook>', description: 'Webhook id (wh_…)' }],
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt') },
  examples: [
    { type: 'webhooks delete wh_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Delete a webhook, after a prompt' },
    { type: 'webhooks delete wh_01k9x3m5t7v9b2c4d6f8g0h1jk --yes', does: 'Delete it in a script' },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const webhook = await client.webhooks.get(id, { signal: context.signal });
      const act = {
        preview: () => `${webhook.url} will no longer receive events.`,
        question: 'Delete this webhook?',
        action: `Deleting the webhook for ${webhook.url}`,
      };
      await confirmAction(act, options.yes, context);
      const deleted = await client.webhooks.delete(webhook.id, { signal: context.signal });
      context.output.result({
        data: deleted,
        brief: [deleted.id],
        text: () => `Deleted: ${webhook.url} no longer receives events.`,
      });
    }),
});
