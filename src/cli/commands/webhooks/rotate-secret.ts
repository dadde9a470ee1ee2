import { WEBHOOK_SECRET_OVERLAP_HOURS } from '../../../contract/webhooks/webhooks.js';
import { defineCommand } from '../../command.js';
import { withClient } from '../../with-client.js';

export const webhooksRotateSecret = defineCommand({
  name: 'webhooks rotate-secret',
  group: 'Events',
  operations: ['webhooks.rotateSecret'],
  summary: 'Give a webhook a new secret',
  details: `For ${WEBHOOK_SECRET_OVERLAP_HOURS} hours events carry a signature of the new and one of the former secret: time to change the receiver.`,
  arguments: [{ name: '<webhook>', description: 'Its id, as `webhooks list` shows it' }],
  options: {},
  examples: [
    { type: 'webhooks rotate-secret wh_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Show the new secret, once' },
    { type: 'webhooks rotate-secret wh_01k9x3m5t7v9b2c4d6f8g0h1jk --quiet', does: 'Print it alone' },
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
            style('yellow', 'This is the only time the secret is shown.'),
            `The former one signs beside it until ${webhook.secretOverlapEndsAt}.`,
          ].join('\n'),
      });
    }),
});
