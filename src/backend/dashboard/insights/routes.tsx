import type { InsightGroup } from '../../../contract/insights/insights.js';
import { countWords } from '../../../contract/insights/sentences.js';
import { timeForms } from '../../../time/forms.js';
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
    const [days, blocks, posts, followers] = await Promise.all([
      user.call('insights.get', { query: { ...asked, window, groupBy: 'day' } }),
      user.call('insights.get', { query: { ...asked, window, groupBy: 'time' } }),
      measuredIn(
        store.db,
        {
          workspaceId: user.workspace.id,
          from: Date.parse(insights.from),
          to: Date.parse(insights.to),
          accountId: account?.id,
        },
        { window, metric },
      ),
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
      times: timesOf(days.groups, blocks.groups),
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
      posts.flatMap((post): Dot[] => {
        const { accountId, postId, publishedAt, value } = post;
        if (accountId !== key || value === null || post.definition !== definition) return [];
        const when = spokenTime(timeForms(publishedAt, workspace.timezone, now), now);
        return [{ value, href: `/posts/${postId}`, title: `${words(value)}, ${when}` }];
      }),
    ]),
  );
}

/** Weekdays and times of each network with a median. */
function timesOf(days: readonly InsightGroup[], blocks: readonly InsightGroup[]): TimeOfNetwork[] {
  const platforms = [...new Set(days.map(({ platform }) => platform))];
  return platforms.flatMap((platform): TimeOfNetwork[] => {
    const own = days.filter((group) => group.platform === platform);
    if (own.every(({ median }) => median === null)) return [];
    return [
      {
        platform,
        days: own,
        blocks: blocks.filter((group) => group.platform === platform),
        sentences: [],
        standsOut: new Set(),
      },
    ];
  });
}
