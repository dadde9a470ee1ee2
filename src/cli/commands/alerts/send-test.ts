import { defineCommand } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { withClient } from '../../with-client.js';

export const alertsTest = defineCommand({
  name: 'alerts test',
  group: 'Events',
  operations: ['alerts.test'],
  summary: 'Send a test to an address for alerts',
  details: 'Exits with 0 if the mail server or the chat accepts it, else with 1.',
  arguments: [{ name: '<id>', description: 'Id of the address (alc_…)' }],
  options: {},
  examples: [{ type: 'alerts test alc_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Test an address' }],
  run: ({ arguments: [id = ''] }, context): Promise<ExitKind> =>
    withClient(context, async (client) => {
      const tested = await client.alerts.test(id, { signal: context.signal });
      context.output.result({
        data: tested,
        brief: [tested.sent ? 'sent' : 'failed'],
        text: () => (tested.sent ? 'The test was sent.' : `The test could not be sent: ${tested.error}`),
      });
      return tested.sent ? 'ok' : 'failed';
    }),
});
