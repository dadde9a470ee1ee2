import type { Account } from '../../../contract/accounts/accounts.js';
import { defineCommand, list } from '../../command.js';
import { readPlatforms } from '../../input/platforms.js';
import { type Column, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const accountsList = defineCommand({
  name: 'accounts list',
  alone: true,
  group: 'Publish',
  operations: ['accounts.list'],
  summary: 'List the connected accounts: health, and what each demands',
  options: { platform: list('-p, --platform <networks>', 'Only these networks, separated by commas') },
  examples: [
    { type: 'accounts', does: 'All of them' },
    { type: 'accounts --platform bluesky,x', does: 'Two networks only' },
    { type: 'accounts --quiet', does: 'Ids only, one per line' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const platform = readPlatforms(options.platform);
      const found: Account[] = [];
      const query = { limit: 100, ...(platform.length === 0 ? {} : { platform }) };
      for await (const account of client.accounts.list(query, { signal: context.signal }))
        found.push(account);
      context.output.result({
        data: { data: found, nextCursor: null },
        brief: found.map(({ id }) => id),
        text: (screen) =>
          found.length === 0 ? 'No account is connected here.' : table(COLUMNS, found, screen),
      });
      const ill = found.find(({ health }) => health.status !== 'healthy');
      if (ill !== undefined) context.output.note(`Why, and what to do: ${typed(`accounts get ${ill.id}`)}`);
    }),
});

const COLUMNS: readonly Column<Account>[] = [
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'HANDLE', value: ({ handle }) => handle, minWidth: 18 },
  {
    title: 'HEALTH',
    value: ({ health }) => health.status,
    format: ({ health }) => (health.status === 'healthy' ? 'green' : 'red'),
  },
  { title: 'DEMANDS', value: demands, minWidth: 7 },
  { title: 'ID', value: ({ id }) => id },
];

/** What a post needs to be taken here. */
function demands({ capabilities }: Account): string {
  const options = Object.entries(capabilities.options).filter(([, { required }]) => required);
  return [...(capabilities.mediaRequired ? ['media'] : []), ...options.map(([name]) => name)].join(', ');
}
