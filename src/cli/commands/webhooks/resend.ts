import { defineCommand } from '../../command.js';
import { withClient } from '../../with-client.js';
import { deliveryText } from './delivery-text.js';

export const webhooksResend = defineCommand({
  name: 'webhooks resend',
  group: 'Events',
  operations: ['webhooks.resend'],
  summary: 'Send an event to a webhook again',
  details: 'At once, under the same webhook-id, so that a receiver that had it knows it.',
  arguments: [
    { name: '<webhook>', description: 'Its id, as `webhooks list` shows it' },
    { name: '<delivery>', description: 'The delivery’s id, as `webhooks deliveries` shows it' },
  ],
  options: {},
  examples: [
    {
      type: 'webhooks resend wh_01k9x3m5t7v9b2c4d6f8g0h1jk dlv_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'After the receiver was mended',
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
