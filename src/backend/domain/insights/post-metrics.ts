import type { MetricReading, PostMetrics, TargetMetrics } from '../../../contract/insights/metrics.js';
import {
  METRIC_WINDOWS,
  METRICS,
  type Metric,
  type MetricWindow,
  type MissingReason,
} from '../../../contract/insights/values.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { definitionAt, dollarsPerPost, type MeasuredForm } from '../../../networks/metric-rules.js';
import { RULES } from '../../../networks/rules.js';
import { givenMetrics } from '../../networks/metrics-adapter.js';
import { NETWORKS } from '../../networks/registry.js';
import type { Call } from '../../operations/call.js';
import { inList } from '../../store/queries/in-list.js';
import type { AccountRow, PostRow, TargetRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import type { MetricTargetRow } from '../../store/tables/metric-rows.js';
import { accountReadsMetrics } from '../accounts/view.js';
import { noSuchPost } from '../posts/no-such-post.js';
import { hoursOf, type MeasuredKind, nextReading } from './reading-plan.js';
import { dueAt, type Reading, readingColumn, unpackReading } from './reading-text.js';
import { formOfTarget } from './target-form.js';

/** Returns what the networks have counted of a post. */
export async function getPostMetrics(call: Call<'posts.metrics'>): Promise<PostMetrics> {
  const { params, caller, services, now } = call;
  const { db } = services.store;
  const post = await db
    .selectFrom('posts')
    .select(['id', 'kind'])
    .where('workspace_id', '=', caller.workspace.id)
    .where('id', '=', params.id)
    .executeTakeFirst();
  if (!post) {
    throw noSuchPost(params.id);
  }
  return metricsOfPost(db, post, now);
}

/** What the networks have counted of a post. @param now workspace time */
export async function metricsOfPost(
  db: Queries,
  post: Pick<PostRow, 'id' | 'kind'>,
  now: number,
): Promise<PostMetrics> {
  const targets = await db
    .selectFrom('targets')
    .innerJoin('accounts', 'accounts.id', 'targets.account_id')
    .select(['targets.id', 'account_id', 'targets.platform', 'status', 'published_at', 'content_json'])
    .leftJoin('metric_accounts', 'metric_accounts.id', 'accounts.id')
    .select(['reads_metrics', 'network_user_id', 'health_status', 'metric_accounts.held'])
    .where('post_id', '=', post.id)
    .orderBy('position')
    .execute();
  const followed = await followedTargets(
    db,
    targets.map(({ id }) => id),
  );
  const mayBeNew = targets.some(({ id, status }) => status === 'published' && !followed.has(id));
  const isNew = mayBeNew && (await isUnseen(db, post.id));
  return {
    postId: post.id as PostMetrics['postId'],
    targets: targets.map((target) =>
      viewTarget({ ...target, ...formOfTarget(target, post.kind), isNew }, followed.get(target.id), now),
    ),
  };
}

/** Whether a target of the post was published, and its readings are not planned yet: that happens a moment later. */
async function isUnseen(db: Queries, postId: string): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .select('seq')
    .where('seq', '>', ({ selectFrom, fn, val }) =>
      fn.coalesce(selectFrom('metric_progress').select('last_event_seq').limit(1), val(0)),
    )
    .where('object_id', '=', postId)
    .where('type', '=', 'target.published')
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

async function followedTargets(db: Queries, ids: readonly string[]): Promise<Map<string, MetricTargetRow>> {
  const rows = await db
    .selectFrom('metric_targets')
    .selectAll()
    .where('target_id', 'in', inList(ids))
    .execute();
  return new Map(rows.map((row) => [row.target_id, row]));
}

interface ReadTarget
  extends Pick<TargetRow, 'id' | 'account_id' | 'platform' | 'status' | 'published_at'>,
    Pick<AccountRow, 'reads_metrics' | 'network_user_id' | 'health_status'>,
    MeasuredForm {
  /** What kept the last attempt to read the account; null: nothing, or it was never read. */
  readonly held: MissingReason | null;
  /** The event of its publication has not been looked at. */
  readonly isNew: boolean;
}

const instantOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function viewTarget(target: ReadTarget, followed: MetricTargetRow | undefined, now: number): TargetMetrics {
  const { id, account_id, platform, form, hasVideo, status, published_at, reads_metrics, isNew } = target;
  const measured: MeasuredKind = { platform, form, hasVideo };
  const isRead = accountReadsMetrics({ platform, reads_metrics });
  const readings = followed ? readingsOf(followed) : [];
  const planned =
    isNew && status === 'published' && published_at !== null
      ? (nextReading(measured, published_at, { after: 0, now })?.at ?? null)
      : null;
  const lastRead = readings.findLast(([, { readAt }]) => readAt !== null)?.[1].readAt ?? now;
  return {
    targetId: id as TargetMetrics['targetId'],
    accountId: account_id as TargetMetrics['accountId'],
    platform,
    publishedAt: instantOf(published_at),
    definitions: definitionsOf(measured, lastRead),
    windows: Object.fromEntries(
      readings.map(([window, reading]) => [
        window,
        viewReading(measured, window, reading, published_at ?? 0),
      ]),
    ),
    nextAt: isRead ? instantOf(followed ? followed.next_at : planned) : null,
    note:
      noteOf(measured, status, { isRead, isFollowed: followed !== undefined || planned !== null }) ??
      (isRead ? notPermitted(target, readings.at(-1)?.[1].reason ?? null) : null),
  };
}

/** The readings of a target, youngest first. */
function readingsOf(followed: MetricTargetRow): readonly (readonly [MetricWindow, Reading])[] {
  return METRIC_WINDOWS.flatMap((window) => {
    const text = followed[readingColumn(window)];
    return text === null ? [] : [[window, unpackReading(text, dueAt(followed.published_at, window))]];
  });
}

function definitionsOf(measured: MeasuredKind, at: number): TargetMetrics['definitions'] {
  const given = givenMetrics(measured.platform, measured);
  return Object.fromEntries(
    METRICS.flatMap((metric) => {
      const rule = given[metric];
      return rule ? [[metric, definitionAt(rule, at)]] : [];
    }),
  );
}

function viewReading(
  measured: MeasuredKind,
  window: MetricWindow,
  { readAt, reason, counts: read, missing: own }: Reading,
  publishedAt: number,
): MetricReading {
  const { platform } = measured;
  const given = givenMetrics(platform, measured);
  const reasonOf = (metric: Metric): MissingReason =>
    given[metric] ? (reason ?? own[metric] ?? 'not_given') : 'not_given';
  const counts = Object.fromEntries(METRICS.map((metric) => [metric, read[metric] ?? null])) as Record<
    Metric,
    number | null
  >;
  return {
    at: instantOf(readAt),
    ageSeconds: readAt === null ? null : Math.round((readAt - publishedAt) / 1000),
    provisional: RULES[platform].metrics?.provisional.value.includes(window) ?? false,
    ...counts,
    missing: Object.fromEntries(
      METRICS.flatMap((metric) => (counts[metric] === null ? [[metric, reasonOf(metric)]] : [])),
    ),
  };
}

/** Why nothing is read of a target; null: it is read, or has been. */
function noteOf(
  measured: MeasuredKind,
  status: TargetRow['status'],
  { isRead, isFollowed }: { readonly isRead: boolean; readonly isFollowed: boolean },
): string | null {
  const name = PLATFORM_NAMES[measured.platform];
  if (!isRead) return whyTurnedOff(measured);
  if (isFollowed) return null;
  if (hoursOf(measured).length === 0) return `${name} gives no numbers of a ${measured.form}.`;
  if (status !== 'published') return 'It is not published on this account.';
  return 'No numbers are read of this post: it was published before they were turned on for the account, or the account was disconnected since.';
}

/** What is missing to read the account's numbers; null: nothing that is known. @param last the reason of the last reading */
function notPermitted(
  { platform, network_user_id, health_status, held }: ReadTarget,
  last: MissingReason | null,
): string | null {
  if (held !== 'not_permitted' && last !== 'not_permitted') return null;
  const name = PLATFORM_NAMES[platform];
  if (health_status === 'reconnect_required' || health_status === 'disabled') {
    return `${name} gives no numbers until the account is connected again.`;
  }
  const permission =
    NETWORKS[platform].adapter.metrics?.permission?.({ networkUserId: network_user_id }) ??
    RULES[platform].metrics?.permission.value;
  return permission
    ? `${name} gives these numbers to apps with the permission ${permission}, which this account’s app does not have, or was not granted.`
    : `${name} does not let this account’s app read numbers.`;
}

function whyTurnedOff({ platform }: MeasuredKind): string {
  const name = PLATFORM_NAMES[platform];
  const rules = RULES[platform].metrics;
  if (rules === undefined) return `Postrider does not read numbers from ${name}.`;
  const { dollarsPerPost: price, windows } = rules;
  if (price.value === 0) return 'Reading numbers is turned off for this account.';
  return `${name} charges $${price.value} for each reading, $${dollarsPerPost(rules)} for the ${windows.value.length} readings of a post. Numbers are read once you turn them on for the account, of posts published from then on.`;
}
