import type { PostriderClient } from '../../../client/client.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { InsightGroup, Insights } from '../../../contract/insights/insights.js';
import { ageWords, comparedName } from '../../../contract/insights/sentences.js';
import {
  COMPARED_METRICS,
  DEFAULT_INSIGHT_DAYS,
  DEFAULT_TIME_DAYS,
  INSIGHT_GROUPINGS,
  type InsightGrouping,
  MAX_INSIGHT_DAYS,
  METRIC_WINDOWS,
} from '../../../contract/insights/values.js';
import { networkName } from '../../../contract/platforms.js';
import { WEEKDAY_NAMES, WEEKDAYS } from '../../../contract/schedules/weekdays.js';
import { choice, defineCommand, flag, text } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { accountFilter, listAll } from '../../input/accounts.js';
import { readPlatforms } from '../../input/platforms.js';
import { readRange } from '../../input/range.js';
import { plainLine } from '../../output/plain-text.js';
import { type Column, type Screen, table } from '../../output/table.js';
import { zonedTimes } from '../../output/zoned-times.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

const DAY_MS = 24 * 60 * 60_000;

export const insights = defineCommand({
  name: 'insights',
  group: 'Publish',
  operations: ['insights.get'],
  summary: 'Compare how posts did: by account, network, format, weekday or time of day',
  details:
    'Takes the posts that were published in a range and compares them at the same age, so that an older post has no advantage. Networks are never added up.',
  options: {
    last: text(
      '--last <days>',
      `The last days: 7d, 4w (default: ${DEFAULT_INSIGHT_DAYS}d; ${DEFAULT_TIME_DAYS}d by day or time)`,
    ),
    from: text('--from <time>', 'The first day or time, instead of --last'),
    to: text('--to <time>', 'The last day or time (default: now)'),
    by: choice('--by <what>', 'What to compare (default: account)', INSIGHT_GROUPINGS),
    window: choice(
      '--window <age>',
      'The age of the posts (default: the greatest that all have reached)',
      METRIC_WINDOWS,
    ),
    metric: choice('--metric <number>', 'The number to compare (default: interactions)', COMPARED_METRICS),
    account: text('--account <account>', 'Only this account, by handle or id: x:@name'),
    platform: text('-p, --platform <network>', 'Only this network'),
    csv: flag('--csv', 'Print every reading as comma-separated values'),
  },
  examples: [
    { type: 'insights', does: 'See how the posts of the last week did' },
    { type: 'insights --last 12w --by time --window 24h', does: 'Compare the times of day' },
    { type: 'insights --from 2026-11-01 --csv', does: 'Print the numbers for a spreadsheet' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const { by, window, metric, platform } = options;
      const [network] = platform === undefined ? [] : readPlatforms([platform]);
      const query = {
        ...(await rangeOf(options, client, context)),
        ...(await accountFilter(options.account, client, context)),
        ...(network !== undefined && { platform: network }),
        ...(window !== undefined && { window }),
      };
      if (options.csv) {
        if (context.output.json) throw usageFailure('Use either --csv or --json.');
        context.output.raw(await client.insights.csv(query, { signal: context.signal }));
        return;
      }
      const compared = { ...query, ...(by && { groupBy: by }), ...(metric && { metric }) };
      const found = await client.insights.get(compared, { signal: context.signal });
      const accounts = found.groupBy === 'account' ? await listAll(client, context.signal) : [];
      const { minute } = await zonedTimes(found.timezone);
      context.output.result({
        data: found,
        brief: found.groups.map(({ platform: one, key }) => `${one} ${key}`),
        text: (screen) => insightsText(found, { accounts, minute }, screen),
      });
    }),
});

interface GivenRange {
  readonly last: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** @throws CliFailure it cannot be read */
async function rangeOf({ last, from, to }: GivenRange, client: PostriderClient, context: Context) {
  if (last === undefined) return readRange({ from, to }, client, context);
  if (from !== undefined || to !== undefined) throw usageFailure('Use either --last, or --from and --to.');
  const [, amount = '', unit = 'd'] = /^(\d{1,3})([dw]?)$/i.exec(last.trim()) ?? [];
  const days = Number(amount) * (unit.toLowerCase() === 'w' ? WEEKDAYS.length : 1);
  if (!(days >= 1 && days <= MAX_INSIGHT_DAYS)) {
    throw usageFailure(
      `--last: "${last}" is not a number of days.`,
      `Write it like 7d or 4w, up to ${MAX_INSIGHT_DAYS}d.`,
    );
  }
  const { time } = await client.me.get({ signal: context.signal });
  return { from: new Date(Date.parse(time.utc) - days * DAY_MS).toISOString() };
}

interface Facts {
  readonly accounts: readonly Account[];
  readonly minute: (instant: string) => string;
}

function insightsText(found: Insights, facts: Facts, screen: Screen): string {
  const { style } = screen;
  const { metric, window, from, to, timezone, groups, notes } = found;
  const name = comparedName(metric);
  const heading = `${name} after ${ageWords(window)}, posts of ${facts.minute(from)} to ${facts.minute(to)} (${timezone})`;
  const columns = columnsFor(found.groupBy, facts);
  return [
    style('bold', heading),
    groups.length === 0
      ? `No posts of that time have numbers yet. Take a longer time or a younger age: ${typed('insights --last 12w --window 24h')}`
      : table(columns, groups, screen),
    ...sentenceLines(found, facts, screen),
    ...bestLines(groups, screen),
    ...found.betterTimes.map(({ platform, text: sentence }) => `${networkName(platform)}: ${sentence}`),
    ...notes.map(({ text: note }) => style('dim', note)),
  ].join('\n');
}

const numberText = (value: number | null): string => (value === null ? '-' : String(value));

function columnsFor(grouping: InsightGrouping, facts: Facts): readonly Column<InsightGroup>[] {
  return [
    { title: 'NETWORK', value: ({ platform }) => networkName(platform) },
    ...(grouping === 'platform'
      ? []
      : [{ title: TITLES[grouping], value: (group: InsightGroup) => keyText(group, facts), minWidth: 8 }]),
    {
      title: 'POSTS',
      value: ({ posts, measured }) => (posts === measured ? String(posts) : `${measured} of ${posts}`),
    },
    { title: 'MEDIAN', value: ({ median }) => numberText(median) },
    { title: 'MIDDLE HALF', value: ({ q1, q3 }) => (q1 === null ? '-' : `${q1} to ${q3}`) },
    { title: 'MEDIAN BEFORE', value: ({ before }) => numberText(before.median) },
  ];
}

const TITLES: Readonly<Record<InsightGrouping, string>> = {
  account: 'ACCOUNT',
  platform: 'NETWORK',
  format: 'FORMAT',
  day: 'DAY',
  time: 'TIME',
};

function keyText({ key, accountId }: InsightGroup, { accounts }: Facts): string {
  if (accountId !== null) return accounts.find(({ id }) => id === accountId)?.handle ?? key;
  const weekday = WEEKDAYS.find((day) => day === key);
  return weekday ? WEEKDAY_NAMES[weekday] : key;
}

/** What each group says, in the words of the API. */
function sentenceLines({ groups, groupBy }: Insights, facts: Facts, { style }: Screen): string[] {
  const lines = groups.map((group) => {
    const key = groupBy === 'platform' ? '' : ` ${keyText(group, facts)}`;
    return `${style('bold', `${networkName(group.platform)}${key}:`)} ${group.sentence}`;
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Posts of one network that are shown. */
const MAX_BEST = 3;

/** The best posts of each network. */
function bestLines(groups: readonly InsightGroup[], { style }: Screen): string[] {
  const networks = [...new Set(groups.map(({ platform }) => platform))];
  const best = networks.flatMap((network) =>
    groups
      .flatMap((group) => (group.platform === network ? group.best : []))
      .sort((one, other) => other.value - one.value)
      .slice(0, MAX_BEST)
      .map((post) => ({ ...post, network })),
  );
  const width = Math.max(0, ...best.map(({ value }) => String(value).length));
  const lines = best.map(({ value, network, text: words, url, postId }) => {
    return `${String(value).padStart(width)}  ${networkName(network)}: ${plainLine(words)}  ${url ?? postId}`;
  });
  return lines.length === 0 ? [] : ['', style('bold', 'Best'), ...lines, ''];
}
