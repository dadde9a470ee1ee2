/** The closed lists of values, apart from the schemas: the tool server lists its tools without building any schema. */

/** What networks count of a post. Each network gives some of them. */
export const METRICS = [
  'impressions',
  'views',
  'reach',
  'likes',
  'reposts',
  'quotes',
  'replies',
  'saves',
  'shares',
  'clicks',
  'watchMs',
] as const;
export type Metric = (typeof METRICS)[number];

/** How pages and the terminal name them. */
export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  impressions: 'Impressions',
  views: 'Views',
  reach: 'Reach',
  likes: 'Likes',
  reposts: 'Reposts',
  quotes: 'Quotes',
  replies: 'Replies',
  saves: 'Saves',
  shares: 'Shares',
  clicks: 'Clicks',
  watchMs: 'Watch time',
};

/** What `interactions` adds up, where a network gives it. */
export const INTERACTIONS = [
  'likes',
  'reposts',
  'quotes',
  'replies',
  'saves',
  'shares',
] as const satisfies readonly Metric[];

/** What posts can be compared by. */
export const COMPARED_METRICS = ['interactions', ...METRICS] as const;
export type ComparedMetric = (typeof COMPARED_METRICS)[number];

/** How posts can be grouped. Posts of different networks are never in one group. */
export const INSIGHT_GROUPINGS = ['account', 'platform', 'format', 'day', 'time'] as const;
export type InsightGrouping = (typeof INSIGHT_GROUPINGS)[number];

/** Posts of a group below which its numbers are not summed up. */
export const MIN_SUMMARY_POSTS = 5;

/** Length of a range, in days. */
export const DEFAULT_INSIGHT_DAYS = 7;
/** For weekdays and times of day, which need more posts. */
export const DEFAULT_TIME_DAYS = 90;
export const MAX_INSIGHT_DAYS = 366;

/** How many times the length of the range is before it for comparison. */
export const COMPARED_PERIODS = 8;

/** The posts of a range that are read: of more, the newest. */
export const MAX_INSIGHT_POSTS = 20_000;

/** Hours of a block of the day. */
export const BLOCK_HOURS = 4;

/** The blocks of the day: `00-04`, `04-08` … */
export const DAY_BLOCKS: readonly string[] = Array.from({ length: 24 / BLOCK_HOURS }, (_, block) =>
  [block, block + 1].map((end) => String(end * BLOCK_HOURS).padStart(2, '0')).join('-'),
);

/** The ages at which a post’s numbers are read, with the age in hours. */
export const WINDOW_HOURS = {
  ...{ '1h': 1, '6h': 6, '12h': 12, '23h': 23, '24h': 24 },
  ...{ '3d': 72, '7d': 168, '28d': 672 },
} as const;
export type MetricWindow = keyof typeof WINDOW_HOURS;
export const METRIC_WINDOWS = Object.keys(WINDOW_HOURS) as [MetricWindow, ...MetricWindow[]];

/** The ages for which the event `post.metrics` is recorded. */
export const METRIC_EVENT_WINDOWS = ['24h', '7d', '28d'] as const satisfies readonly MetricWindow[];
export type MetricEventWindow = (typeof METRIC_EVENT_WINDOWS)[number];

/** How late a reading may be, as a part of its age: numbers that were read later cannot be compared. */
export const MAX_LATENESS = 0.25;

/** Why there is no number, with what it means. */
export const MISSING_REASONS = {
  not_given: 'the network or the account’s server does not give this number, or leaves it out while it is 0',
  not_permitted: 'the account’s access does not allow reading it, or has ended',
  not_yet: 'the network gives it later',
  too_late: 'Postrider could not read it in time',
  removed: 'the post no longer exists, or the network no longer gives this number',
  refused: 'the network refused or did not answer until it was too late',
  budget: 'the account’s requests of the day were used up until it was too late',
} as const;
export type MissingReason = keyof typeof MISSING_REASONS;

/** `not_given` as `not given` */
export const missingWords = (reason: MissingReason): string => reason.replaceAll('_', ' ');

export const MISSING_REASON_NAMES = Object.keys(MISSING_REASONS) as [MissingReason, ...MissingReason[]];
