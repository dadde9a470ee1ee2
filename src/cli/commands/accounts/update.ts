import { networkName } from '../../../contract/platforms.js';
import { choice, defineCommand } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { ACCOUNT_ARGUMENT, readAccount } from '../../input/accounts.js';
import { withClient } from '../../with-client.js';

export const accountsUpdate = defineCommand({
  name: 'accounts update',
  group: 'Publish',
  operations: ['accounts.update'],
  summary: 'Choose whether Postrider reads the numbers of an account’s posts',
  details:
    'X charges for it, so there it is off until you turn it on. It applies to posts published from then on.',
  arguments: [ACCOUNT_ARGUMENT],
  options: { numbers: choice('--numbers <on|off>', 'Read the numbers', ['on', 'off']) },
  examples: [{ type: 'accounts update x:@fernhill --numbers on', does: 'Read the numbers of posts on X' }],
  run: ({ arguments: [id = ''], options: { numbers } }, context) =>
    withClient(context, async (client) => {
      if (numbers === undefined)
        throw usageFailure('Nothing to change.', 'Use --numbers on or --numbers off');
      const account = await client.accounts.update(
        await readAccount(id, client, context),
        { metrics: { read: numbers === 'on' } },
        { signal: context.signal },
      );
      const { read, dollarsPerPost } = account.metrics;
      const name = `${networkName(account.platform)} ${account.handle}`;
      const price = dollarsPerPost > 0 ? ` They cost $${dollarsPerPost} per post.` : '';
      context.output.result({
        data: account,
        brief: [account.id],
        text: () =>
          read
            ? `Numbers are read for new posts of ${name}.${price}`
            : `Numbers are no longer read for ${name}.`,
      });
    }),
});
