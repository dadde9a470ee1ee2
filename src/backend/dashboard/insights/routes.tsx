import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { InsightGroup, Insights } from '../../../contract/insights/insights.js';
import { countWords } from '../../../contract/insights/sentences.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { timeForms } from '../../../time/forms.js';
import { type ComparedTimes, compareTimes } from '../../domain/insights/compare-times.js';
import { zoneOf } from '../../domain/insights/insights.js';
import { type MeasuredTarget, measuredIn } from '../../domain/insights/measured-posts.js';
import type { Services } from '../../operations/services.js';
import { accountsOf } from '../channels/accounts-of.js';
import { spokenTime } from '../layout/local-times.js';
import type { PageRoutes } from '../routes.js';
import type { User } from '../user.js';
import { insightFilterOf } from './insight-filter.js';
import { InsightsPage } from './insights-page.js';
import type { Dot } from './plots/strip-plot.js';
import type { TimeOfNetwork } from './times.js';

const DAY_MS = 24 * 60 * 60_000;

/** What the networks have counted of the posts of a range. */
export function addInsights(routes: PageRoutes, { store }: Pick<Services, 'store'>): void {
  routes.get('/insights', async ({ user, query }) => {
    const chosen = insightFilterOf(query);
    const accounts = await accountsOf(user);
    const account = accounts.find(({ id }) => id === chosen.accountId);
    const filter = { ...chosen, accountId: account?.id ?? null };
    const asked = {
      from: new Date(user.now - filter.days * DAY_MS).toISOString(),
      accountId: account?.id,
      metric: filter.metric ?? undefined,
    };
    const insights = await user.call('insights.get', {
      query: { ...asked, window: filter.window ?? undefined, groupBy: 'account' },
    });
    const { window, metric, groups } = insights;
    const range = {
      workspaceId: user.workspace.id,
      from: Date.parse(insights.from),
      to: Date.parse(insights.to),
      accountId: account?.id,
    };
    const zone = zoneOf(user.workspace.timezone);
    const [times, posts, followers] = await Promise.all([
      Promise.all(
        [...new Set(groups.map(({ platform }) => platform))].map(async (platform) => {
          const compared = await compareTimes(store, range, {
            platform,
            metric,
            window: filter.window,
            zone,
          });
          return timeOf(platform, compared, { insights, accounts });
        }),
      ),
      measuredIn(store, range, { window, metric, withPosts: true }),
      Promise.all(
        groups.map(async ({ key }) => {
          const found = await user.call('accounts.metrics', {
            path: { id: key },
            query: { from: asked.from },
          });
          return [key, found] as const;
        }),
      ),
    ]);
    return InsightsPage({
      user,
      filter,
      accounts,
      insights,
      dots: dotsOf(user, groups, posts, (count) => countWords(metric, count)),
      followers: new Map(followers),
      times: times.flatMap((time) => time ?? []),
    });
  });
}

/** A dot for each post that is compared, by account. */
function dotsOf(
  { workspace, now }: User,
  groups: readonly InsightGroup[],
  posts: readonly MeasuredTarget[],
  words: (count: number) => string,
): ReadonlyMap<string, readonly Dot[]> {
  return new Map(
    groups.map(({ key, definition }) => [
      key,
      posts.flatMap((measured): Dot[] => {
        const { accountId, post, publishedAt, value } = measured;
        if (accountId !== key || !post || value === null || measured.definition !== definition) return [];
        const when = spokenTime(timeForms(publishedAt, workspace.timezone, now), now);
        return [{ value, href: `/posts/${post.id}`, title: `${words(value)}, ${when}` }];
      }),
    ]),
  );
}

interface Shown {
  readonly insights: Insights;
  readonly accounts: readonly Account[];
}

/** Weekdays and times of a network; null if it lets nobody compare them. */
function timeOf(
  platform: Platform,
  { betterTimes, ...compared }: ComparedTimes,
  { insights: { metric, timezone }, accounts }: Shown,
): TimeOfNetwork | null {
  if (betterTimes.length === 0) return null;
  const handleOf = (accountId: string): string =>
    accounts.find(({ id }) => id === accountId)?.handle ?? PLATFORM_NAMES[platform];
  return {
    ...{ platform, metric, timezone, ...compared },
    sentences: betterTimes.map(({ accountId, text }) =>
      betterTimes.length === 1 ? text : `${showHidden(handleOf(accountId))}: ${text}`,
    ),
    standsOut: new Set(betterTimes.flatMap(({ found }) => found.map(({ key }) => key))),
  };
}
