import type { Webhook } from '../../../contract/webhooks/webhooks.js';
import { defineCommand } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { webhookState } from './webhook-text.js';

export const webhooksList = defineCommand({
  name: 'webhooks list',
  group: 'Events',
  operations: ['webhooks.list'],
  summary: 'List webhooks and their state',
  alone: true,
  options: {},
  examples: [
    { type: 'webhooks list', does: 'List webhooks' },
    { type: 'webhooks list --json', does: 'Print them as JSON' },
  ],
  run: (_input, context) =>
    withClient(context, async (client) => {
      const webhooks: Webhook[] = [];
      for await (const one of client.webhooks.list({ limit: 100 }, { signal: context.signal })) {
        webhooks.push(one);
      }
      context.output.result({
        data: { data: webhooks, nextCursor: null },
        brief: webhooks.map(({ id }) => id),
        text: (screen) =>
          webhooks.length === 0
            ? `No webhooks found. Create one: ${typed('webhooks create --url https://…')}`
            : table(COLUMNS, webhooks, screen),
      });
    }),
});

const COLUMNS: readonly Column<Webhook>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'STATE', value: webhookState, format: ({ active }) => (active ? 'green' : 'red') },
  { title: 'URL', value: ({ url }) => url, minWidth: 24 },
  { title: 'EVENTS', value: ({ events }) => events?.join(' ') ?? 'all', minWidth: 14 },
  { title: 'LABEL', value: ({ label }) => label, minWidth: 8 },
  { title: 'REASON', value: ({ disabled }) => disabled?.reason ?? '', minWidth: 16 },
];
