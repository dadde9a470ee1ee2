import { defineCommand, flag } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withClient } from '../../with-client.js';

export const sandboxReset = defineCommand({
  name: 'sandbox reset',
  group: 'Test',
  operations: ['testWorkspace.reset'],
  summary: 'Empty a sandbox',
  details:
    'Posts and what became of them, what the networks hold, schedules, failures and the accounts that tests connected go; the clock is the system’s again. Keys and demo accounts stay. It asks first.',
  options: { yes: flag('-y, --yes', 'Do not ask for confirmation') },
  examples: [
    { type: 'sandbox reset', does: 'Asks first' },
    { type: 'sandbox reset --yes', does: 'Between two tests' },
  ],
  run: ({ options: { yes } }, context) =>
    withClient(context, async (client) => {
      const { workspace } = await client.me.get({ signal: context.signal });
      const act = {
        preview: () => `Everything in the sandbox ${workspace.name} goes; keys and demo accounts stay.`,
        question: 'Empty it?',
        action: `The sandbox ${workspace.name} would be emptied`,
      };
      await confirmAction(act, yes, context);
      const reset = await client.testWorkspace.reset({ signal: context.signal });
      context.output.result({
        data: reset,
        brief: [],
        text: () => {
          const gone = Object.entries(reset.removed).filter(([, count]) => count > 0);
          const what = gone.map(([kind, count]) => `${count} ${kind}`).join(', ');
          return what === '' ? 'It was empty already.' : `Gone: ${what}.`;
        },
      });
    }),
});
