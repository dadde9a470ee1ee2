import { defineCommand } from '../../command.js';
import { ACCOUNT_ARGUMENT, readAccount } from '../../input/accounts.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const sandboxExpire = defineCommand({
  name: 'sandbox expire',
  group: 'Sandbox',
  operations: ['testAccounts.expire'],
  summary: 'Expire an account’s access to its simulated network',
  details:
    'The network answers the next request as if the token had expired. The key needs the scope test:control.',
  arguments: [ACCOUNT_ARGUMENT],
  options: {},
  examples: [{ type: 'sandbox expire x:@fernhill', does: 'Expire an account’s access' }],
  run: ({ arguments: [id = ''] }, context) =>
    withClient(context, async (client) => {
      const account = await client.testAccounts.expire(await readAccount(id, client, context), {
        signal: context.signal,
      });
      context.output.result({
        data: account,
        brief: [account.id],
        text: () =>
          `Expired the access of ${account.platform} ${account.handle}. View its health: ${typed('accounts')}`,
      });
    }),
});
