import type { DeliveryDetail } from '../../../contract/webhooks/webhooks.js';
import { defineCommand } from '../../command.js';
import { fields } from '../../output/fields.js';
import { instantWords } from '../../output/instants.js';
import { type Column, type Screen, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { deliveryText } from './delivery-text.js';

export const webhooksDelivery = defineCommand({
  name: 'webhooks delivery',
  group: 'Events',
  operations: ['webhooks.delivery'],
  summary: 'Show a delivery: what was sent, and each attempt',
  details: 'Signatures are redacted. With --json, each attempt has its headers and its response.',
  arguments: [
    { name: '<webhook>', description: 'Webhook id (wh_…)' },
    { name: '<delivery>', description: 'Delivery id (dlv_…)' },
  ],
  options: {},
  examples: [
    {
      type: 'webhooks delivery wh_01k9x3m5t7v9b2c4d6f8g0h1jk dlv_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'Find out why a receiver refused an event',
    },
  ],
  run: ({ arguments: [id = '', deliveryId = ''] }, context) =>
    withClient(context, async (client) => {
      const delivery = await client.webhooks.delivery(id, deliveryId, { signal: context.signal });
      context.output.result({
        data: delivery,
        brief: [delivery.id],
        text: (screen) => detailText(delivery, screen),
      });
      if (delivery.status === 'failed' && delivery.type !== 'webhook.test') {
        context.output.note(`Resend it: ${typed(`webhooks resend ${id} ${delivery.id}`)}`);
      }
    }),
});

type Attempt = DeliveryDetail['log'][number];

function detailText(delivery: DeliveryDetail, screen: Screen): string {
  const { body, log } = delivery;
  const last = log.at(-1);
  const headers = Object.entries(last?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const request = fields(
    [
      ['URL', last?.url ?? null],
      ['Headers', headers.join('\n')],
      ['Sent', body === null ? null : readableJson(body)],
    ],
    screen,
  );
  const attempts = log.length === 0 ? '' : table(COLUMNS, log, screen);
  return [deliveryText(delivery, screen), request, attempts].filter((part) => part !== '').join('\n\n');
}

const COLUMNS: readonly Column<Attempt>[] = [
  { title: 'ATTEMPT', value: ({ number }) => String(number) },
  { title: 'TIME', value: ({ at }) => instantWords(Date.parse(at)) },
  { title: 'TOOK', value: ({ durationMs }) => `${durationMs} ms` },
  { title: 'STATUS', value: ({ answer }) => String(answer?.status ?? 'none') },
  { title: 'ERROR', value: ({ error }) => error ?? '', minWidth: 12 },
];

function readableJson(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
