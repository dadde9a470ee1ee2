import { defineCommand } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { withClient } from '../../with-client.js';
import { deliveryText } from './delivery-text.js';

export const webhooksTest = defineCommand({
  name: 'webhooks test',
  group: 'Events',
  operations: ['webhooks.test'],
  summary: 'Send a webhook a test event and see what it answers',
  details: 'Ends with 0 where the receiver took it (2xx), else with 1.',
  arguments: [{ name: '<webhook>', description: 'Its id, as `webhooks list` shows it' }],
  options: {},
  examples: [{ type: 'webhooks test wh_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Is the receiver there?' }],
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
