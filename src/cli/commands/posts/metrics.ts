import type { PostMetrics, TargetMetrics } from '../../../contract/insights/metrics.js';
import {
  METRIC_NAMES,
  METRIC_WINDOWS,
  METRICS,
  type Metric,
  type MetricWindow,
  MISSING_REASONS,
  type MissingReason,
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

/** One number of a target at each age. */
interface MetricLine {
  readonly metric: Metric;
  readonly windows: TargetMetrics['windows'];
}

function targetText(target: TargetMetrics, minute: TimeWords, screen: Screen): string {
  const { windows, definitions, nextAt, note } = target;
  const name = networkName(target.platform);
  const read = METRIC_WINDOWS.filter((window) => windows[window] !== undefined);
  const given = METRICS.filter((metric) => definitions[metric] !== undefined);
  const lines = given.map((metric): MetricLine => ({ metric, windows }));
  const columns: Column<MetricLine>[] = [
    { title: '', value: ({ metric }) => METRIC_NAMES[metric] },
    ...read.map((window) => ({ title: window, value: (line: MetricLine) => valueText(line, window) })),
  ];
  const absent = METRICS.filter((metric) => definitions[metric] === undefined);
  const dim = (text: string) => screen.style('dim', text);
  return [
    screen.style('bold', name),
    ...(read.length > 0 ? [table(columns, lines, screen)] : []),
    ...reasonsIn(target).map((reason) => dim(`${missingWords(reason)}: ${MISSING_REASONS[reason]}.`)),
    ...(given.length > 0 && read.length > 0
      ? [
          dim(
            `${name} does not give ${absent.map((metric) => METRIC_NAMES[metric].toLowerCase()).join(', ')}.`,
          ),
        ]
      : []),
    ...(note === null ? [] : [note]),
    ...(nextAt === null ? [] : [`Next reading: ${minute(nextAt)}`]),
  ].join('\n');
}

function valueText({ metric, windows }: MetricLine, window: MetricWindow): string {
  const reading = windows[window];
  const count = reading?.[metric] ?? null;
  if (count !== null) return String(count);
  return missingWords(reading?.missing[metric] ?? 'not_given');
}

/** The reasons that its table shows. */
function reasonsIn({ windows, definitions }: TargetMetrics): MissingReason[] {
  const shown = Object.values(windows).flatMap((reading) =>
    METRICS.flatMap((metric) => (definitions[metric] && reading?.missing[metric]) || []),
  );
  return [...new Set(shown)];
}
