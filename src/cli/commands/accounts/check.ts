import { networkName } from '../../../contract/platforms.js';
import { defineCommand } from '../../command.js';
import { readAccountId } from '../../input/account-id.js';
import { withClient } from '../../with-client.js';

export const accountsCheck = defineCommand({
  name: 'accounts check',
  group: 'Publish',
  operations: ['accounts.check'],
  summary: 'Ask the network now whether an account still works',
  arguments: [{ name: '<id>', description: 'Account id (acc_…)' }],
  options: {},
  examples: [{ type: 'accounts check acc_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Check its access' }],
  run: ({ arguments: [id = ''] }, context) =>
    withClient(context, async (client) => {
      const account = await client.accounts.check(readAccountId(id), { signal: context.signal });
      const { health } = account;
      context.output.result({
        data: account,
        brief: [health.status],
        text: ({ style }) =>
          [
            `${networkName(account.platform)} ${account.handle}: ${style(health.status === 'healthy' ? 'green' : 'red', health.status)}`,
            ...[health.reason, health.action, health.actionUrl].filter((line) => line !== null),
          ].join('\n'),
      });
    }),
});
