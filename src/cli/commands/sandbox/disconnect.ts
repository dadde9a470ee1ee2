import { defineCommand } from '../../command.js';
import { ACCOUNT_ARGUMENT, readAccount } from '../../input/accounts.js';
import { withClient } from '../../with-client.js';

export const sandboxDisconnect = defineCommand({
  name: 'sandbox disconnect',
  group: 'Sandbox',
  operations: ['testAccounts.disconnect'],
  summary: 'Disconnect an account of a simulated network',
  details:
    'An account that has posts or conversations stays in lists, without access. The key needs the scope test:control.',
  arguments: [ACCOUNT_ARGUMENT],
  options: {},
  examples: [{ type: 'sandbox disconnect x:@fernhill', does: 'Disconnect an account' }],
  run: ({ arguments: [id = ''] }, context) =>
    withClient(context, async (client) => {
      const gone = await client.testAccounts.disconnect(await readAccount(id, client, context), {
        signal: context.signal,
      });
      context.output.result({
        data: gone,
        brief: [gone.id],
        text: () =>
          gone.removed
            ? `Removed ${gone.id}.`
            : `Disconnected ${gone.id}. It stays in lists because it has posts or conversations.`,
      });
    }),
});
