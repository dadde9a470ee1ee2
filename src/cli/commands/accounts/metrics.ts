import type { AccountMetrics } from '../../../contract/insights/insights.js';
import { networkName } from '../../../contract/platforms.js';
import { defineCommand, text } from '../../command.js';
import { ACCOUNT_ARGUMENT, readAccount } from '../../input/accounts.js';
import { readRange } from '../../input/range.js';
import { type Column, type Screen, table } from '../../output/table.js';
import { withClient } from '../../with-client.js';

export const accountsMetrics = defineCommand({
  name: 'accounts metrics',
  group: 'Publish',
  operations: ['accounts.metrics'],
  summary: 'View the followers of an account, day by day',
  arguments: [ACCOUNT_ARGUMENT],
  options: {
    from: text('--from <time>', 'The first day or time (default: four weeks ago)'),
    to: text('--to <time>', 'The last day or time (default: now)'),
  },
  examples: [
    { type: 'accounts metrics bluesky:@fernhill', does: 'View the followers of the last four weeks' },
  ],
  run: ({ arguments: [word = ''], options }, context) =>
    withClient(context, async (client) => {
      const id = await readAccount(word, client, context);
      const query = await readRange(options, client, context);
      const metrics = await client.accounts.metrics(id, query, { signal: context.signal });
      context.output.result({
        data: metrics,
        brief: metrics.followers.map(({ day, count }) => `${day} ${count}`),
        text: (screen) => metricsText(metrics, screen),
      });
    }),
});

/** A day's followers, and how many more than on the day before that was read. */
interface FollowerLine {
  readonly day: string;
  readonly count: number;
  readonly change: number | null;
}

const COLUMNS: readonly Column<FollowerLine>[] = [
  { title: 'DAY', value: ({ day }) => day },
  { title: 'FOLLOWERS', value: ({ count }) => String(count) },
  { title: 'CHANGE', value: ({ change }) => (change === null ? '' : `${change > 0 ? '+' : ''}${change}`) },
];

function metricsText({ followers, platform, note }: AccountMetrics, screen: Screen): string {
  if (note !== null) return note;
  if (followers.length === 0) return `No followers were read on ${networkName(platform)} in that time.`;
  const lines = followers.map(({ day, count }, place): FollowerLine => {
    const before = followers[place - 1]?.count;
    return { day, count, change: before === undefined ? null : count - before };
  });
  return table(COLUMNS, lines, screen);
}
