import { networkName } from '../../../contract/platforms.js';
import { defineCommand } from '../../command.js';
import { ACCOUNT_ARGUMENT, readAccount } from '../../input/accounts.js';
import { withClient } from '../../with-client.js';

export const accountsCheck = defineCommand({
  name: 'accounts check',
  group: 'Publish',
  operations: ['accounts.check'],
  summary: 'Ask the network now whether an account still works',
  arguments: [ACCOUNT_ARGUMENT],
  options: {},
  examples: [{ type: 'accounts check bluesky:@fernhill.example', does: 'Check its access' }],
  run: ({ arguments: [id = ''] }, context) =>
    withClient(context, async (client) => {
      const account = await client.accounts.check(await readAccount(id, client, context), {
        signal: context.signal,
      });
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
