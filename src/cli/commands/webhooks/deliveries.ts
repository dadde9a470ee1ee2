import { DELIVERY_STATUSES, type Delivery } from '../../../contract/webhooks/webhooks.js';
import { choice, defineCommand, text, whole } from '../../command.js';
import { instantWords } from '../../output/instants.js';
import { type Column, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { statusFormat } from './delivery-text.js';

export const webhooksDeliveries = defineCommand({
  name: 'webhooks deliveries',
  group: 'Events',
  operations: ['webhooks.deliveries'],
  summary: 'List deliveries to a webhook and their responses, newest first',
  arguments: [{ name: '<webhook>', description: 'Webhook id (wh_…)' }],
  options: {
    status: choice('--status <status>', 'Only deliveries with this status', DELIVERY_STATUSES),
    event: text('--event <id>', 'Only deliveries of this event'),
    limit: whole('-n, --limit <number>', 'Maximum number of results (default 20)', { min: 1, max: 100 }),
    cursor: text('--cursor <cursor>', 'Continue after a previous page'),
  },
  examples: [
    { type: 'webhooks deliveries wh_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'List the last twenty' },
    {
      type: 'webhooks deliveries wh_01k9x3m5t7v9b2c4d6f8g0h1jk --status failed --quiet',
      does: 'Print the ids of failed deliveries',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const page = await client.webhooks.deliveries(
        id,
        {
          limit: options.limit ?? 20,
          status: options.status,
          eventId: options.event,
          cursor: options.cursor,
        },
        { signal: context.signal },
      );
      context.output.result({
        data: { data: page.data, nextCursor: page.nextCursor },
        brief: page.data.map((delivery) => delivery.id),
        text: (screen) =>
          page.data.length === 0 ? 'No deliveries found.' : table(COLUMNS, page.data, screen),
      });
      if (page.nextCursor !== null) context.output.note(`More results: add --cursor ${page.nextCursor}`);
      const failed = page.data.find(({ status }) => status === 'failed');
      if (failed) {
        context.output.note(`See what was sent: ${typed(`webhooks delivery ${id} ${failed.id}`)}`);
        if (failed.type !== 'webhook.test') {
          context.output.note(`Send it again: ${typed(`webhooks resend ${id} ${failed.id}`)}`);
        }
      }
    }),
});

const COLUMNS: readonly Column<Delivery>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'STATUS', value: ({ status }) => status, format: ({ status }) => statusFormat(status) },
  { title: 'EVENT', value: ({ type }) => type },
  { title: 'ATTEMPTS', value: ({ attempts }) => `${attempts}×` },
  {
    title: 'LAST',
    value: ({ lastAttemptAt }) => (lastAttemptAt === null ? '' : instantWords(Date.parse(lastAttemptAt))),
  },
  { title: 'RESPONSE', value: ({ answer, error }) => error ?? String(answer?.status ?? ''), minWidth: 12 },
];
