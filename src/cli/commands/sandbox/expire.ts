import { defineCommand } from '../../command.js';
import { readAccountId } from '../../input/account-id.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const sandboxExpire = defineCommand({
  name: 'sandbox expire',
  group: 'Test',
  operations: ['testAccounts.expire'],
  summary: 'End the access that a simulated network gave an account',
  details:
    'The network answers the next request as it answers a token that has expired. The key needs test:control.',
  arguments: [{ name: '<id>', description: 'The account’s id (acc_…)' }],
  options: {},
  examples: [
    { type: 'sandbox expire acc_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'See what an agent makes of it' },
  ],
  run: ({ arguments: [id = ''] }, context) =>
    withClient(context, async (client) => {
      const account = await client.testAccounts.expire(readAccountId(id), { signal: context.signal });
      context.output.result({
        data: account,
        brief: [account.id],
        text: () =>
          `The access of ${account.platform} ${account.handle} has ended. See: ${typed('accounts')}`,
      });
    }),
});
