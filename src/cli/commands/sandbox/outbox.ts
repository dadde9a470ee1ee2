import { PLATFORMS } from '../../../contract/platforms.js';
import type { OutboxPost } from '../../../contract/sandbox/sandbox.js';
import { choice, defineCommand, text, whole } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { withClient } from '../../with-client.js';

export const sandboxOutbox = defineCommand({
  name: 'sandbox outbox',
  group: 'Test',
  operations: ['testOutbox.list'],
  summary: 'See what the simulated networks’ readers see, the newest first',
  details: 'The key needs test:control: keys create --preset sandbox.',
  options: {
    platform: choice('-p, --platform <network>', 'Only what is on this network', PLATFORMS),
    account: text('--account <id>', 'Only what this account has posted'),
    text: text('--text <words>', 'Only posts that contain this'),
    limit: whole('-n, --limit <number>', 'How many at most (default 20)', { min: 1, max: 100 }),
    cursor: text('--cursor <cursor>', 'Go on where another page ended'),
  },
  examples: [
    { type: 'sandbox outbox', does: 'What went out' },
    {
      type: "sandbox outbox --platform x --json | jq '.data[0].rawCall'",
      does: 'The request that made the latest post on X',
    },
  ],
  run: ({ options: { platform, account, text: words, limit, cursor } }, context) =>
    withClient(context, async (client) => {
      const query = {
        limit: limit ?? 20,
        ...(platform === undefined ? {} : { platform }),
        ...(account === undefined ? {} : { accountId: account }),
        ...(words === undefined ? {} : { text: words }),
        ...(cursor === undefined ? {} : { cursor }),
      };
      const { data, nextCursor } = await client.testOutbox.list(query, { signal: context.signal });
      context.output.result({
        data: { data, nextCursor },
        brief: data.map(({ url }) => url),
        text: (screen) => (data.length === 0 ? 'Nothing went out.' : table(COLUMNS, data, screen)),
      });
      if (nextCursor !== null) context.output.note(`There are more: add --cursor ${nextCursor}`);
    }),
});

const COLUMNS: readonly Column<OutboxPost>[] = [
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'AT', value: ({ createdAt }) => createdAt },
  { title: 'MEDIA', value: ({ media }) => (media.length === 0 ? '' : String(media.length)) },
  { title: 'TEXT', value: ({ text: words }) => words, minWidth: 12 },
  { title: 'PAGE', value: ({ url }) => url, minWidth: 20 },
];
