import { PLATFORMS } from '../../../contract/platforms.js';
import type { OutboxPost } from '../../../contract/sandbox/sandbox.js';
import { choice, defineCommand, text, whole } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { workspaceZone, zonedTimes, zoneNote } from '../../output/zoned-times.js';
import { withClient } from '../../with-client.js';

export const sandboxOutbox = defineCommand({
  name: 'sandbox outbox',
  group: 'Sandbox',
  operations: ['testOutbox.list'],
  summary: 'List what was published on the simulated networks, newest first',
  details: 'The key needs the scope test:control: keys create --preset sandbox.',
  options: {
    platform: choice('-p, --platform <network>', 'Only this network', PLATFORMS),
    account: text('--account <id>', 'Only this account'),
    text: text('--text <words>', 'Only posts that contain this text'),
    limit: whole('-n, --limit <number>', 'Maximum number of results (default 20)', { min: 1, max: 100 }),
    cursor: text('--cursor <cursor>', 'Continue after a previous page'),
  },
  examples: [
    { type: 'sandbox outbox', does: 'List what was published' },
    {
      type: "sandbox outbox --platform x --json | jq '.data[0].rawCall'",
      does: 'Show the request behind the latest post on X',
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
      const zone = await workspaceZone(client, context);
      const { minute } = await zonedTimes(zone);
      context.output.result({
        data: { data, nextCursor },
        brief: data.map(({ url }) => url),
        text: (screen) =>
          data.length === 0 ? 'Nothing was published.' : table(columnsFor(minute), data, screen),
      });
      if (data.length > 0) context.output.note(({ style }) => style('dim', zoneNote(zone)));
      if (nextCursor !== null) context.output.note(`More results: add --cursor ${nextCursor}`);
    }),
});

const columnsFor = (minute: (instant: string) => string): readonly Column<OutboxPost>[] => [
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'AT', value: ({ createdAt }) => minute(createdAt) },
  { title: 'MEDIA', value: mediaCount, minWidth: 5 },
  { title: 'TEXT', value: ({ text: words }) => words, minWidth: 12 },
  { title: 'URL', value: ({ url }) => url, whole: true },
];

function mediaCount({ media }: OutboxPost): string {
  if (media.length === 0) return '';
  return `${media.length} ${media.length === 1 ? 'file' : 'files'}`;
}
