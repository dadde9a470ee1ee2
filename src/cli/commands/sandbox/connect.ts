import { defineCommand, flag, text } from '../../command.js';
import { firstCommand } from '../../input/first-post.js';
import { readPlatforms } from '../../input/platforms.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const sandboxConnect = defineCommand({
  name: 'sandbox connect',
  group: 'Sandbox',
  operations: ['testAccounts.connect'],
  summary: 'Connect an account of a simulated network',
  details:
    'Any handle works. Some handles always fail in the way they are named: rate_limited, token_expired, published_but_response_lost and others. The key needs the scope test:control.',
  arguments: [
    { name: '<network>', description: 'A network, such as bluesky' },
    { name: '<handle>', description: 'Handle of the account' },
  ],
  options: {
    name: text('--name <text>', 'Display name'),
    premium: flag('--premium', 'Give the account the network’s paid tier'),
  },
  examples: [
    { type: 'sandbox connect bluesky northwind.example', does: 'Connect an account that works' },
    { type: 'sandbox connect x rate_limited', does: 'Connect an account that is always rate limited' },
  ],
  run: ({ arguments: [network = '', handle = ''], options: { name, premium } }, context) =>
    withClient(context, async (client) => {
      const [platform] = readPlatforms([network]);
      if (platform === undefined) return;
      const account = await client.testAccounts.connect(
        { platform, handle, ...(name !== undefined && { displayName: name }), ...(premium && { premium }) },
        { signal: context.signal },
      );
      context.output.result({
        data: account,
        brief: [account.id],
        text: ({ style }) =>
          `${style('green', '✓')} Connected ${account.platform} ${account.handle}: ${account.id}\n${style('dim', 'Next:')} ${typed(firstCommand(account))}`,
      });
    }),
});
