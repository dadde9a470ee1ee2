import type { TestFault } from '../../../contract/sandbox/sandbox.js';
import { defineCommand, flag } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { withClient } from '../../with-client.js';

export const sandboxFaults = defineCommand({
  name: 'sandbox faults',
  group: 'Sandbox',
  operations: ['testFaults.list', 'testFaults.clear'],
  summary: 'List or clear injected failures',
  details:
    'Programs inject failures with the API (testFaults). To get an account that always fails in one way, use `postrider sandbox connect`. The key needs the scope test:control.',
  options: { clear: flag('--clear', 'Clear all injected failures') },
  examples: [
    { type: 'sandbox faults', does: 'List the failures and how often each was used' },
    { type: 'sandbox faults --clear', does: 'Clear them' },
  ],
  run: ({ options: { clear } }, context) =>
    withClient(context, async (client) => {
      const request = { signal: context.signal };
      const faults = clear ? await client.testFaults.clear(request) : await client.testFaults.list(request);
      context.output.result({
        data: faults,
        brief: faults.data.map(({ id }) => id),
        text: (screen) =>
          faults.data.length === 0 ? 'No failures are injected.' : table(COLUMNS, faults.data, screen),
      });
    }),
});

const COLUMNS: readonly Column<TestFault>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'ON', value: ({ on, platform }) => platform ?? on },
  {
    title: 'REQUESTS',
    value: ({ method, path }) => [method, path].filter(Boolean).join(' ') || 'all',
    minWidth: 12,
  },
  { title: 'EFFECT', value: ({ does }) => JSON.stringify(does), minWidth: 16 },
  {
    title: 'USED',
    value: ({ affected, times }) => (times === undefined ? `${affected}×` : `${affected} of ${times}`),
  },
];
