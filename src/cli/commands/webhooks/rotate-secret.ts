import { WEBHOOK_SECRET_OVERLAP_HOURS } from '../../../contract/webhooks/webhooks.js';
import { defineCommand } from '../../command.js';
import { withClient } from '../../with-client.js';

export const webhooksRotateSecret = defineCommand({
  name: 'webhooks rotate-secret',
  group: 'Events',
  operations: ['webhooks.rotateSecret'],
  summary: 'Replace a webhook’s secret',
  details: `For ${WEBHOOK_SECRET_OVERLAP_HOURS} hours, events are signed with both the new and the old secret, so that you can update the receiver.`,
  arguments: [{ name: '<webhook>', description: 'Webhook id (wh_…)' }],
  options: {},
  examples: [
    {
      type: 'webhooks rotate-secret wh_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'Rotate the secret and show it once',
    },
    {
      type: 'webhooks rotate-secret wh_01k9x3m5t7v9b2c4d6f8g0h1jk --quiet',
      does: 'Print only the new secret',
    },
  ],
  run: ({ arguments: [id = ''] }, context) =>
    withClient(context, async (client) => {
      const webhook = await client.webhooks.rotateSecret(id, { signal: context.signal });
      context.output.result({
        data: webhook,
        brief: [webhook.secret],
        text: ({ style }) =>
          [
            style('bold', webhook.secret),
            style('yellow', 'Save this secret for your receiver. This is the only time the secret is shown.'),
            `The old secret stays valid until ${webhook.secretOverlapEndsAt}.`,
          ].join('\n'),
      });
    }),
});
