import type { Account } from '../../../contract/accounts/accounts.js';
import type { AccountMetrics, InsightGroup, Insights } from '../../../contract/insights/insights.js';
import { ageWords, comparedName } from '../../../contract/insights/sentences.js';
import { COMPARED_METRICS } from '../../../contract/insights/values.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { AccountOptions } from '../channels/account-options.js';
import { Choice } from '../layout/choice.js';
import { Frame } from '../layout/frame.js';
import { Empty, PageHead } from '../layout/parts.js';
import type { User } from '../user.js';
import { AccountCard } from './account-card.js';
import { INSIGHT_AGES, INSIGHT_RANGES, type InsightFilter } from './insight-filter.js';
import type { Dot } from './plots/strip-plot.js';
import { type TimeOfNetwork, Times } from './times.js';

interface InsightsPageProps {
  readonly user: User;
  readonly filter: InsightFilter;
  readonly accounts: readonly Account[];
  /** By account. */
  readonly insights: Insights;
  /** The measured posts of each account. */
  readonly dots: ReadonlyMap<string, readonly Dot[]>;
  /** Of each account in the range. */
  readonly followers: ReadonlyMap<string, AccountMetrics>;
  readonly times: readonly TimeOfNetwork[];
}

/** What came of the published posts of a range: a card for each account, and weekdays and times for each network. */
export function InsightsPage(props: InsightsPageProps) {
  const { user, filter, accounts, insights, dots, followers, times } = props;
  const { groups, notes } = insights;
  const nameOf = ({ accountId, platform }: InsightGroup) => {
    const account = accounts.find(({ id }) => id === accountId);
    return account ? account.handle : PLATFORM_NAMES[platform];
  };
  return (
    <Frame title="Insights" place="/insights" user={user}>
      <PageHead
        title="Insights"
        lead="What the networks count of your posts, compared at the same age. What is not known is never shown as 0."
      />
      <Filters filter={filter} accounts={accounts} insights={insights} />
      <div id="insights" class="stack">
        {groups.length === 0 ? (
          <Empty title="No numbers in this time">
            <p>Numbers come one hour after a post is published. {notes.map(({ text }) => text).join(' ')}</p>
          </Empty>
        ) : (
          <>
            <ul class="insight-notes soft small" aria-label="What the numbers leave out">
              {notes.map(({ text }) => (
                <li>{text}</li>
              ))}
            </ul>
            {groups.map((group) => (
              <AccountCard
                user={user}
                insights={insights}
                group={group}
                name={nameOf(group)}
                dots={dots.get(group.key) ?? []}
                followers={followers.get(group.key)}
              />
            ))}
            {times.map((time) => (
              <Times {...time} />
            ))}
          </>
        )}
      </div>
    </Frame>
  );
}

/** A script sends the form as soon as something else is chosen. */
function Filters({
  filter,
  accounts,
  insights,
}: Pick<InsightsPageProps, 'filter' | 'accounts' | 'insights'>) {
  const usual = filter.window === null ? `After ${ageWords(insights.window)}` : 'At the greatest common age';
  const ages = INSIGHT_AGES.filter((window) => filter.window !== null || window !== insights.window);
  return (
    <form class="insight-filter" method="get" action="/insights" data-sends-itself>
      <Choice
        name="days"
        label="Time"
        value={String(filter.days)}
        choices={INSIGHT_RANGES.map(({ days, words }) => ({ value: String(days), words }))}
      />
      {accounts.length > 1 && (
        <div>
          <label class="unseen" for="account">
            Account
          </label>
          <select id="account" name="account">
            <AccountOptions all="All channels" accounts={accounts} chosen={filter.accountId} />
          </select>
        </div>
      )}
      <Choice
        name="metric"
        label="What to compare"
        value={filter.metric ?? 'interactions'}
        choices={COMPARED_METRICS.map((metric) => ({ value: metric, words: comparedName(metric) }))}
      />
      <Choice
        name="window"
        label="Age of the posts"
        value={filter.window ?? ''}
        choices={[
          { value: '', words: usual },
          ...ages.map((window) => ({ value: window, words: `After ${ageWords(window)}` })),
        ]}
      />
      <button class="button without-script" type="submit">
        Show
      </button>
    </form>
  );
}
