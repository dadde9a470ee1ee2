import { METRICS, type Metric, type MissingReason } from '../../contract/insights/values.js';
import type { Platform } from '../../contract/platforms.js';
import { type GivenMetrics, type MeasuredForm, metricsOf } from '../../networks/metric-rules.js';
import { RULES } from '../../networks/rules.js';
import type { Connection } from './connection.js';
import { countAt } from './requests/json-answer.js';

/** A published post whose numbers to read. */
export interface MeasuredPost extends MeasuredForm {
  readonly networkPostId: string;
  /** Epoch milliseconds. */
  readonly publishedAt: number;
}

/** What a network says of a post. A number that is in neither was not given. */
export interface PostCounts {
  readonly counts: Readonly<Partial<Record<Metric, number>>>;
  /** Why a number that the network usually gives is missing. */
  readonly missing?: Readonly<Partial<Record<Metric, MissingReason>>>;
}

/** Reads what a network counts. Methods throw what `ask` throws. */
export interface MetricsAdapter {
  /**
   * @param posts at most as many as one request reads
   * @returns by the network's id of the post; absent: the network does not have the post any more
   */
  read(connection: Connection, posts: readonly MeasuredPost[]): Promise<ReadonlyMap<string, PostCounts>>;
  /** Numbers that the network counts of other accounts’ posts, but not of this one’s; absent: there are none. */
  omits?(account: Pick<Connection['account'], 'networkUserId'>): readonly Metric[];
  /** The permission that reading the numbers of this account takes; absent: the one in the network’s rules. */
  permission?(account: Pick<Connection['account'], 'networkUserId'>): string;
  /** @returns how many people follow the account; null: the network does not say */
  followers(connection: Connection): Promise<number | null>;
}

/**
 * Reads posts one by one, where a network has no request for several.
 *
 * @param read returns null: the network does not have the post any more
 */
export function readEach(
  read: (connection: Connection, post: MeasuredPost) => Promise<PostCounts | null>,
): MetricsAdapter['read'] {
  return async (connection, posts) => {
    const found = new Map<string, PostCounts>();
    for (const post of posts) {
      const counts = await read(connection, post);
      if (counts !== null) found.set(post.networkPostId, counts);
    }
    return found;
  };
}

/** What a network counts of a post, by its rules. */
export function givenMetrics(platform: Platform, post: MeasuredForm): GivenMetrics {
  const rules = RULES[platform].metrics;
  return rules === undefined ? {} : metricsOf(rules, post).posts;
}

/** A post as most are. */
const PLAIN_POST: MeasuredForm = { form: 'feed', hasVideo: false };

/** The numbers that a network's object of a post has, in the fields that its rules name. */
export function countsIn(platform: Platform, post: unknown, measured: MeasuredForm = PLAIN_POST): PostCounts {
  const given = givenMetrics(platform, measured);
  const counts: Partial<Record<Metric, number>> = {};
  for (const metric of METRICS) {
    const field = given[metric]?.field.value;
    const count = field === undefined ? null : countAt(post, field);
    if (count !== null) counts[metric] = count;
  }
  return { counts };
}

/** Every number that a network gives of such a post, as missing. */
export function allMissing(platform: Platform, post: MeasuredPost, reason: MissingReason): PostCounts {
  const metrics = Object.keys(givenMetrics(platform, post));
  return { counts: {}, missing: Object.fromEntries(metrics.map((metric) => [metric, reason])) };
}

/** The numbers of a post. Those that the network left out come later, while it may be behind. */
export function withMissing(
  platform: Platform,
  post: MeasuredPost,
  counts: PostCounts['counts'],
  now: number,
): PostCounts {
  const given = givenMetrics(platform, post);
  const lagMs = (RULES[platform].metrics?.lagSeconds.value ?? 0) * 1000;
  const reason: MissingReason = now - post.publishedAt < lagMs ? 'not_yet' : 'not_given';
  const missing = METRICS.filter((metric) => given[metric] && counts[metric] === undefined);
  return { counts, missing: Object.fromEntries(missing.map((metric) => [metric, reason])) };
}

/** The number of followers that a network's object of an account has; null: it has none. */
export function followersIn(platform: Platform, account: unknown): number | null {
  const field = RULES[platform].metrics?.followers?.field.value;
  return field === undefined ? null : countAt(account, field);
}
