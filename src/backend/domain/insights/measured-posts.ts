import {
  type ComparedMetric,
  MAX_INSIGHT_POSTS,
  type Metric,
  type MetricWindow,
  type MissingReason,
  WINDOW_HOURS,
} from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import type { PostKind } from '../../../contract/posts/posts.js';
import { readColumns } from '../../store/queries/read-columns.js';
import type { Queries, Store } from '../../store/store.js';
import { partsOf, reasonIn, valueReader } from './compared-value.js';
import { dueAt, readingColumn, reasonOfReading } from './reading-text.js';

/** A published post on one account, with what it is compared by. */
export interface MeasuredTarget {
  readonly seq: number;
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
  const followed = db
    .selectFrom('metric_targets')
    .where('metric_targets.published_at', '>=', from)
    .where('metric_targets.published_at', '<', to);
  const accounts = db.selectFrom('accounts').select('id').where('workspace_id', '=', workspaceId);
  if (accountId !== undefined) {
    // Without the workspace, which would have all its targets read.
    const account = accounts.where('id', '=', accountId);
    return followed.where(
      'metric_targets.account_id',
      '=',
      platform === undefined ? account : account.where('platform', '=', platform),
    );
  }
  const all = followed.where('metric_targets.workspace_id', '=', workspaceId);
  return platform === undefined
    ? all
    : all.where('metric_targets.account_id', 'in', accounts.where('platform', '=', platform));
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
  /** Whether to read the posts, too: it takes twice as long. */
  readonly withPosts: boolean;
}

/** The newest posts of a range, at most one more than `MAX_INSIGHT_POSTS`, with their readings at one age. */
function readingsIn(db: Queries, range: MeasuredRange, { window, withPosts }: Omit<Compared, 'metric'>) {
  return followedIn(db, range)
    .select(['metric_targets.seq', 'metric_targets.account_id'])
    .select(['metric_targets.published_at', 'metric_targets.next_hours'])
    .select(`metric_targets.${readingColumn(window)} as reading`)
    .$if(withPosts, (query) =>
      query.select(({ selectFrom }) => {
        // Looked up for each: PostgreSQL would read whole tables for a join of so many.
        const target = selectFrom('targets').whereRef('targets.id', '=', 'metric_targets.target_id');
        const post = target.innerJoin('posts', 'posts.id', 'targets.post_id');
        return [target.select('post_id').as('post_id'), post.select('kind').as('kind')];
      }),
    )
    .orderBy('metric_targets.published_at', 'desc')
    .orderBy('metric_targets.seq', 'desc')
    .limit(MAX_INSIGHT_POSTS + 1);
}

/**
 * The posts of a range at one age, newest first.
 *
 * @returns at most one more than `MAX_INSIGHT_POSTS`
 */
export async function measuredIn(
  store: Pick<Store, 'db' | 'engine'>,
  range: MeasuredRange,
  { window, metric, withPosts }: Compared,
): Promise<readonly MeasuredTarget[]> {
  const hours = WINDOW_HOURS[window];
  const accounts = await networksOf(store.db, range.workspaceId, metric);
  const rows = await readColumns(store, readingsIn(store.db, range, { window, withPosts }), [
    ...(['seq', 'account_id', 'published_at', 'next_hours', 'reading'] as const),
    ...(withPosts ? (['post_id', 'kind'] as const) : []),
  ]);
  const measured: MeasuredTarget[] = [];
  for (const [place, seq] of rows.seq.entries()) {
    const account = accounts.get(rows.account_id[place] ?? '');
    const publishedAt = rows.published_at[place];
    if (account === undefined || publishedAt === undefined) continue;
    const { accountId, platform, readValue } = account;
    const reading = rows.reading[place] ?? null;
    const counted = reading === null ? null : readValue(reading, dueAt(publishedAt, window));
    const nextHours = rows.next_hours[place] ?? null;
    measured.push({
      seq,
      accountId,
      platform,
      publishedAt,
      post: withPosts ? { id: rows.post_id?.[place] ?? '', kind: rows.kind?.[place] ?? 'text' } : null,
      value: counted?.value ?? null,
      definition: counted?.definition ?? null,
      isPartial: counted?.isPartial ?? false,
      reason: reading === null || counted !== null ? null : whyNot(reading, partsOf(platform, metric)),
      isOpen: nextHours !== null && nextHours <= hours,
    });
  }
  return measured.sort((one, other) => other.publishedAt - one.publishedAt || other.seq - one.seq);
}

/** Why a reading does not have the number that was asked for; null: it does not say. */
const whyNot = (reading: string, parts: readonly Metric[]): MissingReason | null =>
  reasonOfReading(reading) ?? reasonIn(reading, parts);

interface NetworkOfAccount {
  readonly accountId: string;
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
    rows.map(({ id, platform }) => [
      id,
      { accountId: id, platform, readValue: valueReader(platform, metric) },
    ]),
  );
}
