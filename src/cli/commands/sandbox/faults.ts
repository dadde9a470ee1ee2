import type { TestFault } from '../../../contract/sandbox/sandbox.js';
import { defineCommand, flag } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { withClient } from '../../with-client.js';

export const sandboxFaults = defineCommand({
  name: 'sandbox faults',
  group: 'Test',
  operations: ['testFaults.list', 'testFaults.clear'],
  summary: 'List the failures that were asked for, or take them back',
  details:
    'They are asked for with POST /v1/test/faults. For accounts that always fail in one way, see `sandbox connect`. The key needs test:control.',
  options: { clear: flag('--clear', 'Take all of them back') },
  examples: [
    { type: 'sandbox faults', does: 'Which there are, and how often each befell a request' },
    { type: 'sandbox faults --clear', does: 'Nothing fails by order any more' },
  ],
  run: ({ options: { clear } }, context) =>
    withClient(context, async (client) => {
      const request = { signal: context.signal };
      const faults = clear ? await client.testFaults.clear(request) : await client.testFaults.list(request);
      context.output.result({
        data: faults,
        brief: faults.data.map(({ id }) => id),
        text: (screen) =>
          faults.data.length === 0 ? 'No failure is asked for.' : table(COLUMNS, faults.data, screen),
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
  { title: 'DOES', value: ({ does }) => JSON.stringify(does), minWidth: 16 },
  {
    title: 'BEFELL',
    value: ({ befell, times }) => (times === undefined ? `${befell}×` : `${befell} of ${times}`),
  },
];
