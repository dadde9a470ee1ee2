import { defineCommand } from '../../command.js';
import { withClient } from '../../with-client.js';
import { webhookText } from './webhook-text.js';

export const webhooksGet = defineCommand({
  name: 'webhooks get',
  group: 'Events',
  operations: ['webhooks.get'],
  summary: 'View a webhook, and why it is disabled',
  arguments: [{ name: '<webhook>', description: 'Webhook id (wh_…)' }],
  options: {},
  examples: [{ type: 'webhooks get wh_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'View a webhook' }],
  run: ({ arguments: [id = ''] }, context) =>
    withClient(context, async (client) => {
      const webhook = await client.webhooks.get(id, { signal: context.signal });
      context.output.result({
        data: webhook,
        brief: [webhook.id],
        text: (screen) => webhookText(webhook, screen),
      });
    }),
});
