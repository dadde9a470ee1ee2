import {
  type ComparedMetric,
  INTERACTIONS,
  MAX_INSIGHT_POSTS,
  type Metric,
  type MetricWindow,
  type MissingReason,
  WINDOW_HOURS,
} from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import type { PostKind } from '../../../contract/posts/posts.js';
import { definitionAt } from '../../../networks/metric-rules.js';
import { RULES } from '../../../networks/rules.js';
import type { Queries } from '../../store/store.js';
import type { CountColumn } from '../../store/tables/metric-rows.js';
import { columnOf } from './metric-records.js';

/** A published post on one account, with what it is compared by. */
export interface MeasuredTarget {
  readonly targetId: string;
  readonly postId: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly kind: PostKind;
  readonly publishedAt: number;
  readonly url: string | null;
  /** Null: not known. */
  readonly value: number | null;
  /** What the value counts; null: nothing was read, or the network does not give it. */
  readonly definition: string | null;
  /** Why nothing was read at that age; null: it was, or it is still to come. */
  readonly reason: MissingReason | null;
  /** Whether the reading is still to come. */
  readonly isOpen: boolean;
}

export interface MeasuredRange {
  readonly workspaceId: string;
  readonly from: number;
  readonly to: number;
  readonly accountId?: string | undefined;
  readonly platform?: Platform | undefined;
}

/** The targets of a range whose numbers are read. */
export function followedIn(db: Queries, { workspaceId, from, to, accountId, platform }: MeasuredRange) {
  let query = db
    .selectFrom('metric_targets')
    .innerJoin('targets', 'targets.id', 'metric_targets.target_id')
    .where('metric_targets.workspace_id', '=', workspaceId)
    .where('metric_targets.published_at', '>=', from)
    .where('metric_targets.published_at', '<', to);
  if (accountId !== undefined) query = query.where('metric_targets.account_id', '=', accountId);
  if (platform !== undefined) query = query.where('targets.platform', '=', platform);
  return query;
}

/** When the newest post of a range was published; null: there is none. */
export async function newestIn(db: Queries, range: MeasuredRange): Promise<number | null> {
  const row = await followedIn(db, range)
    .select('metric_targets.published_at')
    .orderBy('metric_targets.published_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.published_at ?? null;
}

/**
 * The posts of a range at one age, newest first.
 *
 * @returns at most one more than `MAX_INSIGHT_POSTS`
 */
export async function measuredIn(
  db: Queries,
  range: MeasuredRange,
  { window, metric }: { readonly window: MetricWindow; readonly metric: ComparedMetric },
): Promise<readonly MeasuredTarget[]> {
  const hours = WINDOW_HOURS[window];
  const rows = await followedIn(db, range)
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .leftJoin('metric_readings', (join) =>
      join
        .onRef('metric_readings.target_seq', '=', 'metric_targets.seq')
        .on('metric_readings.window_hours', '=', hours),
    )
    .selectAll('metric_readings')
    .select(['metric_targets.target_id', 'metric_targets.account_id', 'metric_targets.published_at'])
    .select(['metric_targets.next_hours', 'targets.post_id', 'targets.platform', 'targets.url', 'posts.kind'])
    .orderBy('metric_targets.published_at', 'desc')
    .limit(MAX_INSIGHT_POSTS + 1)
    .execute();
  return rows.map((row) => {
    const counted = row.read_at === null ? null : comparedValue(row.platform, metric, row, row.read_at);
    return {
      targetId: row.target_id,
      postId: row.post_id,
      accountId: row.account_id,
      platform: row.platform,
      kind: row.kind,
      publishedAt: row.published_at,
      url: row.url,
      value: counted?.value ?? null,
      definition: counted?.definition ?? null,
      reason: row.reason,
      isOpen: row.next_hours !== null && row.next_hours <= hours,
    };
  });
}

/** Whether the network lets others calculate numbers from its own, such as a sum or a median. */
export function mayCalculate(platform: Platform): boolean {
  return RULES[platform].metrics?.calculation === undefined;
}

/** The metrics that a compared number adds up, as far as the network gives them and lets others add them up. */
export function partsOf(platform: Platform, metric: ComparedMetric): readonly Metric[] {
  if (metric === 'interactions' && !mayCalculate(platform)) return [];
  const given = RULES[platform].metrics?.posts ?? {};
  const parts: readonly Metric[] = metric === 'interactions' ? INTERACTIONS : [metric];
  return parts.filter((part) => given[part]);
}

type Counts = Readonly<Record<CountColumn, number | null>>;

/** The number by which a post is compared, and what it counts; null: it is not known. */
function comparedValue(
  platform: Platform,
  metric: ComparedMetric,
  counts: Counts,
  readAt: number,
): { readonly value: number; readonly definition: string } | null {
  const rules = RULES[platform].metrics?.posts ?? {};
  let value = 0;
  const definitions: string[] = [];
  for (const part of partsOf(platform, metric)) {
    const count = counts[columnOf(part)];
    const rule = rules[part];
    if (count === null || !rule) continue;
    value += count;
    definitions.push(definitionAt(rule, readAt));
  }
  return definitions.length === 0 ? null : { value, definition: definitions.join(' + ') };
}
