import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { Platform } from '../platform-schema.js';
import {
  BLOCK_HOURS,
  COMPARED_METRICS,
  COMPARED_PERIODS,
  DEFAULT_INSIGHT_DAYS,
  DEFAULT_TIME_DAYS,
  INSIGHT_GROUPINGS,
  INTERACTIONS,
  MAX_INSIGHT_DAYS,
  METRIC_WINDOWS,
  MIN_SUMMARY_POSTS,
} from './values.js';

const end = (description: string) =>
  z
    .string()
    .max(64)
    .optional()
    .meta({ description, examples: ['2026-12-01'] });

const range = (days: number) => ({
  from: end(`ISO 8601 with an offset, or a date in the workspace’s time zone. Default: ${days} days ago.`),
  to: end(`The same. Default: now. At most ${MAX_INSIGHT_DAYS} days after \`from\`.`),
});

export const InsightsQuery = z.strictObject({
  ...range(DEFAULT_INSIGHT_DAYS),
  from: end(
    `ISO 8601 with an offset, or a date in the workspace’s time zone. Default: ${DEFAULT_INSIGHT_DAYS} days ago; ${DEFAULT_TIME_DAYS} for \`day\` and \`time\`.`,
  ),
  accountId: z.string().optional().meta({ description: 'Only this account.' }),
  platform: Platform.optional().meta({ description: 'Only this network.' }),
  window: z.enum(METRIC_WINDOWS).optional().meta({
    description:
      'The age at which posts are compared. Default: the greatest that all posts of the range have reached; for `day` and `time` the smallest, from a day on, whose numbers are final.',
  }),
  metric: z
    .enum(COMPARED_METRICS)
    .optional()
    .meta({
      description: `What to compare. \`interactions\` (the default) adds up ${INTERACTIONS.join(', ')}, as far as the network gives them.`,
    }),
  groupBy: z
    .enum(INSIGHT_GROUPINGS)
    .optional()
    .meta({
      description: `\`day\` is the weekday and \`time\` the block of ${BLOCK_HOURS} hours in the workspace’s time zone. Default: \`account\`.`,
    }),
});

const summaryCount = (description: string) => z.number().int().meta({ description });
const summary = {
  posts: summaryCount('Published posts.'),
  measured: summaryCount('Those whose number is known.'),
  median: z
    .number()
    .nullable()
    .meta({ description: `Null if fewer than ${MIN_SUMMARY_POSTS} are measured.` }),
};

const BestPost = z
  .object({
    postId: idOf('post', 'Id of the post.'),
    targetId: idOf('target', 'Id of the target.'),
    accountId: idOf('account', 'Id of the account.'),
    publishedAt: Instant,
    text: z.string().meta({ description: 'The beginning of its text.' }),
    url: z.string().nullable().meta({ description: 'Its page at the network.' }),
    value: z.number().int().meta({ description: 'Its number.' }),
  })
  .meta({ id: 'BestPost' });

const InsightGroup = z
  .object({
    platform: Platform,
    accountId: idOf('account', 'Id of the account.')
      .nullable()
      .meta({ description: 'Null unless grouped by account.' }),
    key: z.string().meta({
      description:
        'What its posts have in common: the id of the account, the network, `text`, `image` or `video`, the weekday (`mon`), or the block of the day (`08-12`).',
    }),
    sentence: z.string().meta({ description: 'What the group says, in a sentence or two.' }),
    ...summary,
    q1: z.number().nullable().meta({ description: 'A quarter of the posts is at or below it.' }),
    q3: z.number().nullable().meta({ description: 'A quarter of the posts is at or above it.' }),
    best: z.array(BestPost).meta({ description: 'The three with the greatest numbers.' }),
    before: z.object(summary).meta({
      id: 'InsightsBefore',
      description: `The same group in the ${COMPARED_PERIODS} periods of the same length before.`,
    }),
    definition: z
      .string()
      .nullable()
      .meta({ description: 'What was counted. Null: the network does not give it.' }),
  })
  .meta({ id: 'InsightGroup' });

const BetterTimes = z
  .object({
    platform: Platform,
    accountId: idOf('account', 'Id of the account.'),
    posts: z.number().int().meta({ description: 'Measured posts of the account.' }),
    found: z
      .array(
        z
          .object({
            kind: z.enum(['day', 'time']).meta({ description: 'A weekday, or a block of the day.' }),
            key: z.string().meta({ description: 'Which one: `tue` or `08-12`.' }),
            posts: z.number().int().meta({ description: 'Posts at that time.' }),
            factor: z.number().meta({
              description: 'How many times as much they had as posts at other times, estimated with caution.',
            }),
          })
          .meta({ id: 'BetterTime' }),
      )
      .meta({ description: 'The clearest first. Empty: no time stands out.' }),
    text: z.string().meta({ description: 'The same as a sentence.' }),
  })
  .meta({
    id: 'BetterTimes',
    description: 'Times at which the posts of an account did better, by more than chance explains.',
  });

const InsightNote = z
  .object({
    code: z.enum([
      'younger',
      'not_measured',
      'few_posts',
      'not_given',
      'not_calculated',
      'not_read',
      'left_out',
      'definition_changed',
      'newest_only',
      'observed',
    ]),
    text: z.string(),
  })
  .meta({ id: 'InsightNote', description: 'What the numbers leave out, or must not be read as.' });

export const Insights = z
  .object({
    from: Instant.meta({ description: 'The first instant of the range.' }),
    to: Instant.meta({ description: 'The first instant after the range.' }),
    timezone: z.string(),
    window: z.enum(METRIC_WINDOWS),
    metric: z.enum(COMPARED_METRICS),
    groupBy: z.enum(INSIGHT_GROUPINGS),
    groups: z.array(InsightGroup).meta({ description: 'By network, then by what they have in common.' }),
    betterTimes: z
      .array(BetterTimes)
      .meta({ description: 'One for each account, if grouped by `day` or `time`; otherwise empty.' }),
    notes: z.array(InsightNote),
  })
  .meta({ id: 'Insights', description: 'Posts of a range, compared at the same age.' });

export type Insights = z.infer<typeof Insights>;
export type InsightGroup = Insights['groups'][number];
export type InsightNote = Insights['notes'][number];

/** Days of followers without `from`. */
export const DEFAULT_FOLLOWER_DAYS = 28;

export const AccountMetricsQuery = z.strictObject(range(DEFAULT_FOLLOWER_DAYS));

export const AccountMetrics = z
  .object({
    accountId: idOf('account', 'Id of the account.'),
    platform: Platform,
    definition: z
      .string()
      .nullable()
      .meta({ description: 'What is counted. Null: Postrider does not read this network.' }),
    followers: z
      .array(
        z
          .object({
            day: z.string().meta({ description: 'The day in UTC.', examples: ['2026-12-01'] }),
            at: Instant.meta({ description: 'When it was read.' }),
            count: z.number().int().meta({ description: 'How many people followed it.' }),
          })
          .meta({ id: 'FollowerCount' }),
      )
      .meta({ description: 'Oldest first.' }),
    note: z.string().nullable().meta({ description: 'Why nothing is read.' }),
  })
  .meta({ id: 'AccountMetrics' });

export type AccountMetrics = z.infer<typeof AccountMetrics>;
