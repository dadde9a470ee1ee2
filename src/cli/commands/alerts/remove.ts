import { defineCommand, flag } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withClient } from '../../with-client.js';

export const alertsRemove = defineCommand({
  name: 'alerts remove',
  group: 'Events',
  operations: ['alerts.delete'],
  summary: 'Remove an address for alerts',
  arguments: [{ name: '<id>', description: 'Id of the address (alc_…)' }],
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt') },
  examples: [
    { type: 'alerts remove alc_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Remove an address, after a prompt' },
    { type: 'alerts remove alc_01k9x3m5t7v9b2c4d6f8g0h1jk --yes', does: 'Remove it in a script' },
  ],
  run: ({ arguments: [id = ''], options: { yes } }, context) =>
    withClient(context, async (client) => {
      const act = {
        preview: () => 'No more alerts are sent there.',
        question: 'Remove this address?',
        action: 'Removing an address for alerts',
      };
      await confirmAction(act, yes, context);
      const deleted = await client.alerts.delete(id, { signal: context.signal });
      context.output.result({ data: deleted, brief: [deleted.id], text: () => `Removed ${deleted.id}.` });
    }),
});
