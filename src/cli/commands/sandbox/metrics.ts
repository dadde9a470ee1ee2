import { METRIC_NAMES, METRICS, type Metric } from '../../../contract/insights/values.js';
import { networkName } from '../../../contract/platforms.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { TestMetrics } from '../../../contract/sandbox/counts.js';
import { defineCommand, list, text } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { readAccount } from '../../input/accounts.js';
import { plainLine } from '../../output/plain-text.js';
import { table } from '../../output/table.js';
import { withClient } from '../../with-client.js';

export const sandboxMetrics = defineCommand({
  name: 'sandbox metrics',
  group: 'Sandbox',
  operations: ['testMetrics.set'],
  summary: 'Set what a simulated network counts of a post',
  details:
    'The next reading has these numbers: move the clock to it with `postrider sandbox clock`. Numbers that are not set stay the simulated network’s own. The key needs the scope test:control.',
  arguments: [{ name: '<post>', description: 'Post id (post_…)' }],
  options: {
    set: list('--set <number=count>', 'Such as likes=120,replies=4; null: the network’s own number again'),
    account: text('--account <account>', 'The account, where the post has several'),
  },
  examples: [
    {
      type: 'sandbox metrics post_01k9x3m5t7v9b2c4d6f8g0h1jk --set likes=120,replies=4',
      does: 'Set its likes and replies',
    },
    {
      type: 'sandbox metrics post_01k9x3m5t7v9b2c4d6f8g0h1jk --account x:@fernhill --set likes=null',
      does: 'Let the simulated network count the likes again',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const counts = readCounts(options.set);
      const request = { signal: context.signal };
      const accountId =
        options.account === undefined ? null : await readAccount(options.account, client, context);
      const targetId = targetOf(await client.posts.get(id, {}, request), accountId);
      const set = await client.testMetrics.set({ targetId, counts }, request);
      context.output.result({
        data: set,
        brief: [targetId],
        text: (screen) => {
          const metrics = METRICS.filter((metric) => set.counts[metric] !== undefined);
          const name = networkName(set.platform);
          if (metrics.length === 0) return `${name} counts this post by itself again.`;
          return `${name} counts of this post from now on:\n${table(columnsFor(set), metrics, screen)}`;
        },
      });
    }),
});

const columnsFor = ({ counts }: TestMetrics) => [
  { title: 'NUMBER', value: (metric: Metric) => METRIC_NAMES[metric] },
  { title: 'COUNT', value: (metric: Metric) => String(counts[metric] ?? '') },
];

/** @throws CliFailure */
function readCounts(assignments: readonly string[]): Partial<Record<Metric, number | null>> {
  if (assignments.length === 0) throw usageFailure('Choose what to set, such as --set likes=120.');
  const counts: Partial<Record<Metric, number | null>> = {};
  for (const assignment of assignments) {
    const [, name, value = ''] = /^(\w+)=(\d{1,13}|null)$/.exec(assignment) ?? [];
    const metric = METRICS.find((known) => known === name);
    if (metric === undefined) {
      throw usageFailure(
        `--set: cannot read "${assignment}".`,
        `Write it like likes=120 or likes=null. Numbers: ${METRICS.join(', ')}.`,
      );
    }
    counts[metric] = value === 'null' ? null : Number(value);
  }
  return counts;
}

/** @throws CliFailure where the post has several accounts, or none that was chosen */
function targetOf({ targets }: Post, accountId: string | null): string {
  const matching = targets.filter((target) => accountId === null || target.accountId === accountId);
  const [only, ...others] = matching;
  if (only !== undefined && others.length === 0) return only.id;
  throw usageFailure(
    only === undefined ? 'The post is not for this account.' : 'The post is for several accounts.',
    `Choose one with --account: ${targets.map(({ platform, handle }) => `${platform}:${plainLine(handle)}`).join(', ')}`,
  );
}
