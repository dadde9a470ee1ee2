import type { Metric, MetricWindow } from '../contract/insights/values.js';
import type { PostType } from '../contract/posts/content.js';
import type { Figure } from './figure.js';

/** A way to count. A network that begins to count in another way gets another one. */
interface MetricDefinition {
  readonly id: string;
  /** The first day on which the network counts so, UTC; absent: since ever. */
  readonly since?: `${number}-${number}-${number}`;
}

/** A number that a network gives. */
interface GivenMetric {
  /** The network's field. */
  readonly field: Figure<string>;
  /** Oldest first. */
  readonly definitions: readonly [MetricDefinition, ...MetricDefinition[]];
}

export type GivenMetrics = Readonly<Partial<Record<Metric, GivenMetric>>>;

/** What decides which numbers a network gives of a post. */
export interface MeasuredForm {
  readonly form: PostType;
  readonly hasVideo: boolean;
}

/** What a network counts of a post in one form. */
interface FormMetrics {
  readonly posts: GivenMetrics;
  /** Numbers that it gives of posts with a video alone. */
  readonly video?: GivenMetrics;
  /** The ages at which it is read, ascending. */
  readonly windows: Figure<readonly MetricWindow[]>;
}

/** What a network counts, and how it may be read. A number that is not among these is not given. */
export interface MetricRules {
  readonly posts: GivenMetrics;
  /** Numbers that it gives of posts with a video alone. */
  readonly video?: GivenMetrics;
  /** Forms of post that it counts in another way. */
  readonly forms?: Readonly<Partial<Record<PostType, FormMetrics>>>;
  /** Null: they are not read. */
  readonly followers: GivenMetric | null;
  /** The ages at which a post is read, ascending. */
  readonly windows: Figure<readonly MetricWindow[]>;
  /** Windows whose numbers the network still corrects. */
  readonly provisional: Figure<readonly MetricWindow[]>;
  /** How late the network's numbers may be, in seconds. */
  readonly lagSeconds: Figure<number>;
  /** What the account must have granted; null: nothing beyond publishing. */
  readonly permission: Figure<string | null>;
  /** The network forbids numbers that others calculate from its own; absent: it does not. */
  readonly calculation?: Figure<'forbidden'>;
  /** What reading one post once costs, in US dollars. */
  readonly dollarsPerPost: Figure<number>;
  /** The most posts that one request reads. */
  readonly postsPerRequest: Figure<number>;
  /** The most requests for numbers that Postrider makes for an account in a day, UTC. */
  readonly requestsPerDay: Figure<number>;
}

/** How a number was counted at an instant, epoch milliseconds. */
export function definitionAt({ definitions }: GivenMetric, instant: number): string {
  const begun = ({ since }: MetricDefinition) => since === undefined || Date.parse(since) <= instant;
  return (definitions.findLast(begun) ?? definitions[0]).id;
}

/** What a network counts of a post. */
export function metricsOf(rules: MetricRules, { form, hasVideo }: MeasuredForm): FormMetrics {
  const counted = rules.forms?.[form] ?? rules;
  return hasVideo && counted.video ? { ...counted, posts: everyMetric(counted) } : counted;
}

/** What a network counts of some posts at least, whether they have a video or not. */
export function everyMetric({ posts, video }: Pick<FormMetrics, 'posts' | 'video'>): GivenMetrics {
  return { ...posts, ...video };
}

/** What reading one post at all its ages costs, in US dollars. */
export function dollarsPerPost({ dollarsPerPost: price, windows }: MetricRules): number {
  return price.value * windows.value.length;
}

/**
 * Whether the numbers of an account's posts are read.
 *
 * @param chosen what was chosen for the account; null: nothing. Then they are read where that is free.
 */
export function readsMetrics(rules: MetricRules, chosen: 0 | 1 | null): boolean {
  return chosen === null ? rules.dollarsPerPost.value === 0 : chosen === 1;
}
