import { defineCommand, flag, text } from '../../command.js';
import { readPlatforms } from '../../input/platforms.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const sandboxConnect = defineCommand({
  name: 'sandbox connect',
  group: 'Test',
  operations: ['testAccounts.connect'],
  summary: 'Connect an account of a simulated network',
  details:
    'Any handle will do. Some are named failures that always happen: rate_limited, token_expired, published_but_response_lost and others. The key needs test:control.',
  arguments: [
    { name: '<network>', description: 'Which network' },
    { name: '<handle>', description: 'The account’s name there' },
  ],
  options: {
    name: text('--name <text>', 'The name that people see'),
    premium: flag('--premium', 'The account has the network’s paid tier'),
  },
  examples: [
    { type: 'sandbox connect bluesky northwind.example', does: 'An account that works' },
    { type: 'sandbox connect x rate_limited', does: 'One whose posts are always refused' },
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
          `${style('green', '✓')} ${account.platform} ${account.handle} is connected: ${account.id}\n${style('dim', 'Next:')} ${typed(`posts create --account ${account.id} --text "Hello" --now`)}`,
      });
    }),
});
