import { defineCommand } from '../../command.js';
import { withClient } from '../../with-client.js';
import { deliveryText } from './delivery-text.js';

export const webhooksResend = defineCommand({
  name: 'webhooks resend',
  group: 'Events',
  operations: ['webhooks.resend'],
  summary: 'Resend an event to a webhook',
  details: 'Sends it at once with the same webhook-id, so that a receiver can detect a duplicate.',
  arguments: [
    { name: '<webhook>', description: 'Webhook id (wh_…)' },
    { name: '<delivery>', description: 'Delivery id (dlv_…)' },
  ],
  options: {},
  examples: [
    {
      type: 'webhooks resend wh_01k9x3m5t7v9b2c4d6f8g0h1jk dlv_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'Resend an event after fixing the receiver',
    },
  ],
  run: ({ arguments: [id = '', delivery = ''] }, context) =>
    withClient(context, async (client) => {
      const sent = await client.webhooks.resend(id, delivery, {
        signal: context.signal,
      });
      context.output.result({
        data: sent,
        brief: [sent.id],
        text: (screen) => deliveryText(sent, screen),
      });
    }),
});
