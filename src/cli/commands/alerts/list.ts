import type { AlertAddress } from '../../../contract/alerts/alerts.js';
import { defineCommand } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const alertsList = defineCommand({
  name: 'alerts list',
  alone: true,
  group: 'Events',
  operations: ['alerts.list'],
  summary: 'List the addresses that alerts of failures are sent to',
  details: 'Of a chat it shows the host, and the last four characters of a long URL. The rest is a secret.',
  options: {},
  examples: [
    { type: 'alerts', does: 'List the addresses' },
    { type: 'alerts list --json', does: 'Print them as JSON' },
  ],
  run: (_input, context) =>
    withClient(context, async (client) => {
      const listed = await client.alerts.list({ signal: context.signal });
      context.output.result({
        data: listed,
        brief: listed.data.map(({ id }) => id),
        text: (screen) =>
          listed.data.length === 0
            ? `Nobody is alerted. Add an address: ${typed('alerts add team@example.org')}`
            : table(COLUMNS, listed.data, screen),
      });
    }),
});

const COLUMNS: readonly Column<AlertAddress>[] = [
  { title: 'ID', value: ({ id }) => id },
  {
    title: 'STATE',
    value: ({ error }) => (error === null ? 'on' : 'failing'),
    format: ({ error }) => (error === null ? 'green' : 'red'),
  },
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'ADDRESS', value: ({ address }) => address, minWidth: 16 },
  { title: 'ABOUT', value: ({ topics }) => topics.join(' '), minWidth: 14 },
  { title: 'ERROR', value: ({ error }) => error ?? '', minWidth: 16 },
];
