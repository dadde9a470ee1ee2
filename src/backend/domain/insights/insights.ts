import type { InsightGroup, Insights } from '../../../contract/insights/insights.js';
import { type Comparison, groupSentence } from '../../../contract/insights/sentences.js';
import {
  COMPARED_PERIODS,
  DEFAULT_INSIGHT_DAYS,
  DEFAULT_TIME_DAYS,
  type InsightGrouping,
  MAX_INSIGHT_DAYS,
  MAX_INSIGHT_POSTS,
} from '../../../contract/insights/values.js';
import { PLATFORMS, type Platform } from '../../../contract/platforms.js';
import { findZone } from '../../../time/find-zone.js';
import { readTimeRange, type TimeRange } from '../../../time/time-range.js';
import type { BundledZone } from '../../../time/zone.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { inList, inNumbers } from '../../store/queries/in-list.js';
import type { AccountRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import { listAllAccounts } from '../accounts/repository.js';
import { requireAccountIfNamed } from '../accounts/require-account.js';
import { accountReadsMetrics } from '../accounts/view.js';
import { betterTimesOf } from './better-times-of.js';
import { mayCalculate, partsOf } from './compared-value.js';
import { bestOf, comparable, definitionOf, groupPosts, type PostGroup, summaryOf } from './group-posts.js';
import { notesOn } from './insight-notes.js';
import { finalWindow, newestWindow } from './insight-window.js';
import { type MeasuredRange, measuredIn, newestIn } from './measured-posts.js';
import { FOLLOWED_FOR_MS } from './reading-plan.js';
import { unreadPosts } from './unread-posts.js';

const DAY_MS = 24 * 60 * 60_000;
/** Characters of a post's text that a list shows. */
const MAX_EXCERPT = 100;

type Ends = { readonly from?: string | undefined; readonly to?: string | undefined };

/**
 * The range of a request: until now, by default.
 *
 * @throws RequestRefused it cannot be read
 */
export function rangeAsked(
  { from, to }: Ends,
  { now, timezone, days }: { readonly now: number; readonly timezone: string; readonly days: number },
): TimeRange {
  const range = readTimeRange({
    from,
    to: to ?? new Date(now).toISOString(),
    timezone,
    now: now - days * DAY_MS,
    defaultDays: days,
    maxDays: MAX_INSIGHT_DAYS,
  });
  if (range.ok) return range;
  const { code, message, fix, field } = range;
  throw new RequestRefused('validation_failed', `${message} ${fix}`, {
    errors: [{ code, severity: 'error', message, field, fix }],
  });
}

const isByTime = (grouping: InsightGrouping | undefined): boolean =>
  grouping === 'day' || grouping === 'time';

/** The posts that a request asks about. */
export async function postsAsked({
  query,
  caller,
  services,
  now,
}: Pick<Call<'insights.get'>, 'query' | 'caller' | 'services' | 'now'>): Promise<MeasuredRange> {
  const { id: workspaceId, timezone } = caller.workspace;
  await requireAccountIfNamed(services.store.db, workspaceId, query.accountId);
  const days = isByTime(query.groupBy) ? DEFAULT_TIME_DAYS : DEFAULT_INSIGHT_DAYS;
  const { from, to } = rangeAsked(query, { now, timezone, days });
  return { workspaceId, from, to, accountId: query.accountId, platform: query.platform };
}

/** Compares the posts of a range at one age. */
export async function getInsights(call: Call<'insights.get'>): Promise<Insights> {
  const { query, caller, services, now } = call;
  const { store } = services;
  const { db } = store;
  const { groupBy = 'account', metric = 'interactions' } = query;
  const asked = await postsAsked(call);
  const { from, to } = asked;
  const zone = zoneOf(caller.workspace.timezone);
  const accounts = await accountsAsked(db, asked);
  const [account, ...others] = accounts;
  // The only account of a network is read without the posts of others.
  const range = account && others.length === 0 ? { ...asked, accountId: account.id } : asked;
  const byTime = isByTime(groupBy);
  const read = networksOf(await publishedSince(db, accounts.filter(accountReadsMetrics), from));
  const window =
    query.window ?? (byTime ? finalWindow(read) : newestWindow(read, await newestIn(db, range), now));
  const compared = { window, metric, withPosts: groupBy === 'format' };
  const earlier = { ...range, from: from - COMPARED_PERIODS * (to - from), to: from };
  const [found, foundBefore] = await Promise.all([
    measuredIn(store, range, compared),
    measuredIn(store, earlier, compared),
  ]);
  const posts = found.slice(0, MAX_INSIGHT_POSTS);
  const before = groupPosts(foundBefore, groupBy, zone);
  const groups = groupPosts(posts, groupBy, zone);
  const shown = await shownOf(db, groups);
  const comparison = {
    ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    ...{ window, metric },
  };
  return {
    ...comparison,
    timezone: zone.name,
    groupBy,
    groups: groups.map((group) => {
      const same = before.find(({ platform, key }) => platform === group.platform && key === group.key);
      return viewGroup(group, same, { isAccount: groupBy === 'account', shown, comparison });
    }),
    betterTimes: byTime ? betterTimesOf(posts, metric, zone) : [],
    notes: notesOn({
      ...{ groups, posts, window, metric, groupBy },
      notRead: networksOf(accounts.filter((account) => !accountReadsMetrics(account))),
      unread: await unreadPosts(db, accounts, { from, to, now }),
      isCut: found.length > MAX_INSIGHT_POSTS,
    }),
  };
}

/** The zone of a workspace. */
export function zoneOf(timezone: string): BundledZone {
  const found = findZone(timezone);
  if (!found.ok) throw new Error(`The workspace has the unknown zone ${timezone}.`);
  return found.zone;
}

/** The accounts that a request asks about. */
async function accountsAsked(
  db: Queries,
  { workspaceId, accountId, platform }: MeasuredRange,
): Promise<readonly AccountRow[]> {
  const accounts = await listAllAccounts(db, workspaceId);
  return accounts.filter(
    (account) =>
      (accountId === undefined || account.id === accountId) &&
      (platform === undefined || account.platform === platform),
  );
}

/** Those of the accounts that published something since then; all of them if none did. */
async function publishedSince(
  db: Queries,
  accounts: readonly AccountRow[],
  from: number,
): Promise<readonly AccountRow[]> {
  const rows = await db
    .selectFrom('metric_accounts')
    .select('id')
    .where('id', 'in', inList(accounts.map(({ id }) => id)))
    .where('active_until', '>=', from + FOLLOWED_FOR_MS)
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  return ids.size === 0 ? accounts : accounts.filter(({ id }) => ids.has(id));
}

/** In the usual order. */
function networksOf(accounts: readonly AccountRow[]): readonly Platform[] {
  return PLATFORMS.filter((platform) => accounts.some((account) => account.platform === platform));
}

interface ShownPost {
  readonly targetId: string;
  readonly postId: string;
  readonly url: string | null;
  /** The beginning of its text. */
  readonly text: string;
}

/** The best posts, by `seq`. */
async function shownOf(db: Queries, groups: readonly PostGroup[]): Promise<ReadonlyMap<number, ShownPost>> {
  const shown = groups.flatMap(({ posts }) =>
    bestOf(comparable(posts, definitionOf(posts))).map(({ seq }) => seq),
  );
  const rows = await db
    .selectFrom('metric_targets')
    .innerJoin('targets', 'targets.id', 'metric_targets.target_id')
    .select(['seq', 'target_id', 'post_id', 'url', 'content_json'])
    .where('seq', 'in', inNumbers(shown))
    .execute();
  return new Map(
    rows.map(({ seq, target_id: targetId, post_id: postId, url, content_json }) => {
      const { text }: { readonly text: string } = JSON.parse(content_json);
      const characters = [...text];
      const isLong = characters.length > MAX_EXCERPT;
      const excerpt = isLong ? `${characters.slice(0, MAX_EXCERPT - 1).join('')}…` : text;
      return [seq, { targetId, postId, url, text: excerpt }];
    }),
  );
}

interface ViewedGroup {
  readonly isAccount: boolean;
  /** By `seq`. */
  readonly shown: ReadonlyMap<number, ShownPost>;
  readonly comparison: Comparison;
}

function viewGroup(
  { platform, key, posts }: PostGroup,
  earlier: PostGroup | undefined,
  { isAccount, shown, comparison }: ViewedGroup,
): InsightGroup {
  const definition = definitionOf(posts);
  const known = comparable(posts, definition);
  const knownBefore = comparable(earlier?.posts ?? [], definition);
  const isGiven =
    partsOf(platform, comparison.metric).length > 0 && !posts.every(({ reason }) => reason === 'not_given');
  const summary = summaryOf(mayCalculate(platform) ? known.map(({ value }) => value) : []);
  const before = {
    posts: earlier?.posts.length ?? 0,
    measured: knownBefore.length,
    median: summaryOf(mayCalculate(platform) ? knownBefore.map(({ value }) => value) : []).median,
  };
  return {
    platform,
    accountId: isAccount ? (key as InsightGroup['accountId']) : null,
    key,
    sentence: groupSentence(
      {
        ...{ platform, measured: known.length, median: summary.median, before },
        ...{ isGiven, mayCalculate: mayCalculate(platform) },
      },
      comparison,
    ),
    posts: posts.length,
    measured: known.length,
    ...summary,
    best: bestOf(known).flatMap(({ seq, accountId, publishedAt, value }) => {
      const post = shown.get(seq);
      // Absent: it has been deleted in between.
      if (!post) return [];
      return {
        postId: post.postId as InsightGroup['best'][number]['postId'],
        targetId: post.targetId as InsightGroup['best'][number]['targetId'],
        accountId: accountId as InsightGroup['best'][number]['accountId'],
        publishedAt: new Date(publishedAt).toISOString(),
        text: post.text,
        url: post.url,
        value,
      };
    }),
    before,
    definition,
  };
}
