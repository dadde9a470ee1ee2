import { defineCommand } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { withClient } from '../../with-client.js';
import { deliveryText } from './delivery-text.js';

export const webhooksTest = defineCommand({
  name: 'webhooks test',
  group: 'Events',
  operations: ['webhooks.test'],
  summary: 'Send a test event to a webhook and show the response',
  details: 'Exits with 0 if the receiver accepts it (2xx), else with 1.',
  arguments: [{ name: '<webhook>', description: 'Webhook id (wh_…)' }],
  options: {},
  examples: [{ type: 'webhooks test wh_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Test a receiver' }],
  run: ({ arguments: [id = ''] }, context): Promise<ExitKind> =>
    withClient(context, async (client) => {
      const delivery = await client.webhooks.test(id, { signal: context.signal });
      context.output.result({
        data: delivery,
        brief: [delivery.status],
        text: (screen) => deliveryText(delivery, screen),
      });
      return delivery.status === 'delivered' ? 'ok' : 'failed';
    }),
});
