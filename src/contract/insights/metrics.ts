import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { Platform } from '../platform-schema.js';
import {
  MAX_LATENESS,
  METRIC_EVENT_WINDOWS,
  METRIC_WINDOWS,
  METRICS,
  type Metric,
  type MetricWindow,
  MISSING_REASON_NAMES,
  MISSING_REASONS,
} from './values.js';

export const METRIC_MEANINGS: Readonly<Record<Metric, string>> = {
  impressions: 'How often it was shown.',
  views: 'Views, as the network counts them.',
  reach: 'How many people or accounts saw it.',
  likes: 'Likes and all other reactions.',
  reposts: 'Reposts and boosts, without quotes.',
  quotes: 'Posts that quote it.',
  replies: 'Replies and comments, with those of the account itself.',
  saves: 'How often it was saved or bookmarked.',
  shares: 'How often it was sent to somebody.',
  clicks: 'Clicks on its links.',
  watchMs: 'How long its video was watched in all, in milliseconds.',
};

const count = (metric: Metric) =>
  z
    .number()
    .int()
    .nullable()
    .meta({ description: `${METRIC_MEANINGS[metric]} Null: see \`missing\`.` });

export function eachMetric<Value>(of: (metric: Metric) => Value): Record<Metric, Value> {
  return Object.fromEntries(METRICS.map((metric) => [metric, of(metric)])) as Record<Metric, Value>;
}

const missing = z.object(eachMetric(() => z.enum(MISSING_REASON_NAMES))).partial();
const definitions = z
  .object(eachMetric((metric) => z.string().meta({ description: `How \`${metric}\` is counted.` })))
  .partial();

const reasonWords = MISSING_REASON_NAMES.map((name) => `\`${name}\`: ${MISSING_REASONS[name]}`).join('; ');

export const MetricReading = z
  .object({
    at: Instant.nullable().meta({ description: 'When it was read. Null: it was not.' }),
    ageSeconds: z
      .number()
      .int()
      .nullable()
      .meta({
        description: `How old the post was then: at most ${MAX_LATENESS * 100} % more than the window.`,
      }),
    provisional: z.boolean().meta({ description: 'The network may still correct these numbers.' }),
    ...eachMetric(count),
    missing: missing.meta({ description: `The reason of each null. ${reasonWords}.` }),
  })
  .meta({ id: 'MetricReading', description: 'The numbers of a post at one age.' });

const windows = z
  .object(
    Object.fromEntries(METRIC_WINDOWS.map((window) => [window, MetricReading])) as Record<
      MetricWindow,
      typeof MetricReading
    >,
  )
  .partial();

/** What a target has in `PostMetrics` and in the event of one age. */
const TargetHead = {
  targetId: idOf('target', 'Id of the target.'),
  accountId: idOf('account', 'Id of the account.'),
  platform: Platform,
  publishedAt: Instant.nullable(),
  definitions: definitions.meta({
    description:
      'What each number counts. Another name means that the network began to count in another way: compare only numbers with the same name.',
  }),
};

const TargetMetrics = z
  .object({
    ...TargetHead,
    windows: windows.meta({
      description: 'The readings so far, by the age of the post. A window whose time has not come is absent.',
    }),
    nextAt: Instant.nullable().meta({ description: 'When the next reading is due. Null: there is none.' }),
    note: z.string().nullable().meta({
      description: 'Why nothing is read, or was not the last time. Null: readings are due or done.',
    }),
  })
  .meta({ id: 'TargetMetrics' });

/** The numbers of a post at one age, in an event. */
export const MetricsAtAge = {
  window: z.enum(METRIC_EVENT_WINDOWS).meta({ description: 'The age of the post.' }),
  targets: z
    .array(z.object({ ...TargetHead, numbers: MetricReading }))
    .meta({ description: 'The targets that are read at this age.' }),
};

export const PostMetrics = z
  .object({
    postId: idOf('post', 'Id of the post.'),
    targets: z.array(TargetMetrics),
  })
  .meta({ id: 'PostMetrics', description: 'What the networks have counted of a post.' });

export type PostMetrics = z.infer<typeof PostMetrics>;
export type TargetMetrics = PostMetrics['targets'][number];
export type MetricReading = z.infer<typeof MetricReading>;
