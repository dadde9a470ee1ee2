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
  readonly accountId: string;
  readonly platform: Platform;
  readonly publishedAt: number;
  /** Null: not asked for. */
  readonly post: { readonly id: string; readonly kind: PostKind } | null;
  /** Null: not known. */
  readonly value: number | null;
  /** What the value counts; null: nothing was read, or the network does not give it. */
  readonly definition: string | null;
  /** Whether the network left out a part of a sum. */
  readonly isPartial: boolean;
  /** Why there is no number at that age; null: there is one, or it is still to come. */
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
    .where('metric_targets.workspace_id', '=', workspaceId)
    .where('metric_targets.published_at', '>=', from)
    .where('metric_targets.published_at', '<', to);
  if (accountId !== undefined) query = query.where('metric_targets.account_id', '=', accountId);
  if (platform !== undefined) {
    query = query.where('metric_targets.account_id', 'in', (accounts) =>
      accounts
        .selectFrom('accounts')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('platform', '=', platform),
    );
  }
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

interface Compared {
  readonly window: MetricWindow;
  readonly metric: ComparedMetric;
  /** Whether to read the posts, too: it takes four times as long. */
  readonly withPosts: boolean;
}

/**
 * The posts of a range at one age, newest first.
 *
 * @returns at most one more than `MAX_INSIGHT_POSTS`
 */
export async function measuredIn(
  db: Queries,
  range: MeasuredRange,
  { window, metric, withPosts }: Compared,
): Promise<readonly MeasuredTarget[]> {
  const hours = WINDOW_HOURS[window];
  const parts: readonly Metric[] = metric === 'interactions' ? INTERACTIONS : [metric];
  const accounts = await networksOf(db, range.workspaceId, metric);
  const rows = await followedIn(db, range)
    .leftJoin('metric_readings', (join) =>
      join
        .onRef('metric_readings.target_seq', '=', 'metric_targets.seq')
        .on('metric_readings.window_hours', '=', hours),
    )
    .select(['metric_targets.target_id', 'metric_targets.account_id', 'metric_targets.published_at'])
    .select(['metric_targets.next_hours', 'metric_readings.read_at', 'metric_readings.reason'])
    .select('metric_readings.missing_json')
    .select(parts.map((part) => `metric_readings.${columnOf(part)}` as const))
    .$if(withPosts, (query) =>
      query
        .innerJoin('targets', 'targets.id', 'metric_targets.target_id')
        .innerJoin('posts', 'posts.id', 'targets.post_id')
        .select(['targets.post_id', 'posts.kind']),
    )
    .orderBy('metric_targets.published_at', 'desc')
    .limit(MAX_INSIGHT_POSTS + 1)
    .execute();
  return rows.flatMap((row): MeasuredTarget[] => {
    const account = accounts.get(row.account_id);
    if (account === undefined) return [];
    const { platform } = account;
    const counted = row.read_at === null ? null : account.readValue(row, row.read_at);
    const { post_id: id, kind } = row;
    return [
      {
        targetId: row.target_id,
        accountId: row.account_id,
        platform,
        publishedAt: row.published_at,
        post: id === undefined || kind === undefined ? null : { id, kind },
        value: counted?.value ?? null,
        definition: counted?.definition ?? null,
        isPartial: counted?.isPartial ?? false,
        reason: row.reason ?? (counted === null ? reasonIn(row, partsOf(platform, metric)) : null),
        isOpen: row.next_hours !== null && row.next_hours <= hours,
      },
    ];
  });
}

interface NetworkOfAccount {
  readonly platform: Platform;
  readonly readValue: ReturnType<typeof valueReader>;
}

/** The network of each account. Reading it with each post would take longer. */
async function networksOf(
  db: Queries,
  workspaceId: string,
  metric: ComparedMetric,
): Promise<ReadonlyMap<string, NetworkOfAccount>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'platform'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Map(
    rows.map(({ id, platform }) => [id, { platform, readValue: valueReader(platform, metric) }]),
  );
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

type Counts = Readonly<Partial<Record<CountColumn, number | null>>>;

type MissingParts = Readonly<Partial<Record<Metric, MissingReason>>>;

/** The numbers of a reading, and why some are null. */
interface ReadCounts extends Counts {
  readonly missing_json: string | null;
}

const missingIn = ({ missing_json: json }: Pick<ReadCounts, 'missing_json'>): MissingParts =>
  json === null ? {} : JSON.parse(json);

/** Why a reading has none of the parts; null: it says nothing of them. */
function reasonIn(reading: Pick<ReadCounts, 'missing_json'>, parts: readonly Metric[]): MissingReason | null {
  const missing = missingIn(reading);
  return parts.map((part) => missing[part]).find((reason) => reason !== undefined) ?? null;
}

/** The number by which a post is compared, and what it counts. */
interface ComparedValue {
  readonly value: number;
  readonly definition: string;
  /** Whether the network left out a part of the sum. */
  readonly isPartial: boolean;
}

/**
 * Reads the number by which posts of a network are compared. A sum has the parts that the network gave: some leave a part
 * out while it is 0 or late, which does not make the others incomparable. What the network counts is looked up once, not
 * for each of thousands of posts.
 *
 * @returns a function, which returns null where the number is not known
 */
function valueReader(
  platform: Platform,
  metric: ComparedMetric,
): (reading: ReadCounts, readAt: number) => ComparedValue | null {
  const rules = RULES[platform].metrics?.posts ?? {};
  const parts = partsOf(platform, metric).flatMap((part) => {
    const rule = rules[part];
    return rule ? [{ part, column: columnOf(part), rule }] : [];
  });
  const changes = parts.some(({ rule }) => rule.definitions.length > 1);
  /** The definition by which parts are given, as bits. */
  const definitions = new Map<number, string>();
  return (reading, readAt) => {
    let value = 0;
    let known = 0;
    let given = 0;
    let missing: MissingParts | undefined;
    for (const [place, { part, column }] of parts.entries()) {
      const count = reading[column] ?? null;
      if (count === null) {
        missing ??= missingIn(reading);
        if (missing[part] !== 'not_given') given |= 1 << place;
        continue;
      }
      value += count;
      known |= 1 << place;
      given |= 1 << place;
    }
    if (known === 0) return null;
    let definition = changes ? undefined : definitions.get(given);
    if (definition === undefined) {
      const counted = parts.filter((_part, place) => given & (1 << place));
      definition = counted.map(({ rule }) => definitionAt(rule, readAt)).join(' + ');
      definitions.set(given, definition);
    }
    return { value, definition, isPartial: known !== given };
  };
}
