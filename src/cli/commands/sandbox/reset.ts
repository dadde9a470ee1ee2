import { defineCommand, flag } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withClient } from '../../with-client.js';

export const sandboxReset = defineCommand({
  name: 'sandbox reset',
  group: 'Sandbox',
  operations: ['testWorkspace.reset'],
  summary: 'Reset a sandbox',
  details:
    'Deletes posts with their outcomes, the contents of the simulated networks, schedules, injected failures and connected test accounts, and resets the clock. Keys and demo accounts are kept. Asks for confirmation.',
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt') },
  examples: [
    { type: 'sandbox reset', does: 'Reset the sandbox, after a prompt' },
    { type: 'sandbox reset --yes', does: 'Reset it between two tests' },
  ],
  run: ({ options: { yes } }, context) =>
    withClient(context, async (client) => {
      const { workspace } = await client.me.get({ signal: context.signal });
      const act = {
        preview: () =>
          `This deletes everything in the sandbox ${workspace.name} except keys and demo accounts.`,
        question: 'Reset this sandbox?',
        action: `Resetting the sandbox ${workspace.name}`,
      };
      await confirmAction(act, yes, context);
      const reset = await client.testWorkspace.reset({ signal: context.signal });
      context.output.result({
        data: reset,
        brief: [],
        text: () => {
          const deleted = Object.entries(reset.removed).filter(([, count]) => count > 0);
          const what = deleted.map(([kind, count]) => `${count} ${kind}`).join(', ');
          return what === '' ? 'The sandbox was already empty.' : `Deleted ${what}.`;
        },
      });
    }),
});
