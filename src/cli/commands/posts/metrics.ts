import type { PostMetrics, TargetMetrics } from '../../../contract/insights/metrics.js';
import { numberAt, numbersOf } from '../../../contract/insights/target-numbers.js';
import {
  METRIC_NAMES,
  type Metric,
  MISSING_REASONS,
  missingWords,
} from '../../../contract/insights/values.js';
import { networkName } from '../../../contract/platforms.js';
import { defineCommand } from '../../command.js';
import { type Column, type Screen, table } from '../../output/table.js';
import { workspaceZone, zonedTimes } from '../../output/zoned-times.js';
import { withClient } from '../../with-client.js';

export const postsMetrics = defineCommand({
  name: 'posts metrics',
  group: 'Publish',
  operations: ['posts.metrics'],
  summary: 'View the likes, replies and other numbers of a post, at fixed ages',
  arguments: [{ name: '<id>', description: 'Post id (post_…)' }],
  options: {},
  examples: [
    { type: 'posts metrics post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'View the numbers of a post' },
    {
      type: 'posts metrics post_01k9x3m5t7v9b2c4d6f8g0h1jk --json | jq \'.targets[].windows."24h".likes\'',
      does: 'Print its likes after a day',
    },
  ],
  run: ({ arguments: [id = ''] }, context) =>
    withClient(context, async (client) => {
      const metrics = await client.posts.metrics(id, { signal: context.signal });
      const { minute } = await zonedTimes(await workspaceZone(client, context));
      context.output.result({
        data: metrics,
        brief: metrics.targets.map(({ targetId }) => targetId),
        text: (screen) => metricsText(metrics, minute, screen),
      });
    }),
});

type TimeWords = (instant: string) => string;

function metricsText({ targets }: PostMetrics, minute: TimeWords, screen: Screen): string {
  return targets.map((target) => targetText(target, minute, screen)).join('\n\n');
}

function targetText(target: TargetMetrics, minute: TimeWords, screen: Screen): string {
  const { nextAt, note } = target;
  const name = networkName(target.platform);
  const { read, given, others, reasons, fallen } = numbersOf(target);
  const columns: Column<Metric>[] = [
    { title: '', value: (metric) => METRIC_NAMES[metric] },
    ...read.map((window) => ({
      title: window,
      value: (metric: Metric) => String(numberAt(target, window, metric)),
    })),
  ];
  const dim = (text: string) => screen.style('dim', text);
  return [
    screen.style('bold', name),
    ...(read.length > 0 ? [table(columns, given, screen)] : []),
    ...(fallen === null ? [] : [dim(fallen)]),
    ...reasons.map((reason) => dim(`${missingWords(reason)}: ${MISSING_REASONS[reason]}.`)),
    ...(given.length > 0 && read.length > 0
      ? [
          dim(
            `${name} does not give ${others.map((metric) => METRIC_NAMES[metric].toLowerCase()).join(', ')}.`,
          ),
        ]
      : []),
    ...(note === null ? [] : [note]),
    ...(nextAt === null ? [] : [`Next reading: ${minute(nextAt)}`]),
  ].join('\n');
}
