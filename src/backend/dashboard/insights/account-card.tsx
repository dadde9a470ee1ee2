import { withCommas } from '../../../base/english.js';
import { showHidden } from '../../../base/hidden-characters.js';
import type { AccountMetrics, InsightGroup, Insights } from '../../../contract/insights/insights.js';
import { comparedName, countWords } from '../../../contract/insights/sentences.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { timeForms } from '../../../time/forms.js';
import { NetworkMark, When } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import { daysWithGaps } from './followers.js';
import { FollowersLine } from './plots/followers-line.js';
import { type Dot, StripPlot } from './plots/strip-plot.js';

interface AccountCardProps {
  readonly user: User;
  readonly insights: Insights;
  readonly group: InsightGroup;
  /** The account’s handle. */
  readonly name: string;
  /** Its measured posts. */
  readonly dots: readonly Dot[];
  /** Undefined: not known. */
  readonly followers: AccountMetrics | undefined;
}

/** Fewer posts are a list of the best alone. */
const MIN_PLOT = 3;

/** What came of the posts of an account: a sentence, a dot for each post, the best, and its followers. */
export function AccountCard({ user, insights, group, name, dots, followers }: AccountCardProps) {
  const { platform, sentence, median, best, measured } = group;
  const { metric } = insights;
  const title = `insight-${group.key}`;
  return (
    <section class="card insight" aria-labelledby={title}>
      <h2 class="line" id={title}>
        <NetworkMark platform={platform} />
        <span class="one-line">
          {PLATFORM_NAMES[platform]} <span class="soft">{showHidden(name)}</span>
        </span>
      </h2>
      <p>{sentence}</p>
      {measured >= MIN_PLOT && <StripPlot dots={dots} median={median} />}
      {best.length > 0 && (
        <div>
          <h3>{best.length === 1 ? 'The post' : 'Best posts'}</h3>
          <ol class="best-posts">
            {best.map((post) => (
              <li>
                <strong>{countWords(metric, post.value)}</strong>
                <a href={`/posts/${post.postId}`} class="one-line">
                  {post.text.trim() === '' ? 'Post without text' : <VisibleText text={post.text} />}
                </a>
                <span class="soft small">
                  <When
                    forms={timeForms(Date.parse(post.publishedAt), user.workspace.timezone, user.now)}
                    now={user.now}
                  />
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
      {followers && <Followers followers={followers} />}
      {measured > 0 && <Figures group={group} insights={insights} />}
    </section>
  );
}

function Followers({ followers: { followers } }: { readonly followers: AccountMetrics }) {
  const newest = followers.at(-1);
  if (!newest) return null;
  return (
    <div class="followers">
      <h3>
        {withCommas(newest.count)} {newest.count === 1 ? 'follower' : 'followers'}
      </h3>
      {followers.length > 1 && (
        <>
          <FollowersLine counts={daysWithGaps(followers)} />
          <details class="small">
            <summary>Followers as a table</summary>
            <table class="numbers">
              <thead>
                <tr>
                  <th scope="col">Day (UTC)</th>
                  <th scope="col">Followers</th>
                </tr>
              </thead>
              <tbody>
                {followers.toReversed().map(({ day, count }) => (
                  <tr>
                    <th scope="row">{day}</th>
                    <td>{withCommas(count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </div>
  );
}

/** The numbers behind the plot. */
function Figures({ group, insights: { metric } }: Pick<AccountCardProps, 'group' | 'insights'>) {
  const { posts, measured, median, q1, q3, before, definition } = group;
  const words = (count: number | null): string =>
    count === null ? 'too few posts' : countWords(metric, count);
  return (
    <details class="small">
      <summary>{comparedName(metric)} as a table</summary>
      <table class="numbers wrapped">
        <thead>
          <tr>
            <td />
            <th scope="col">In this time</th>
            <th scope="col">Before</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Posts</th>
            <td>{withCommas(posts)}</td>
            <td>{withCommas(before.posts)}</td>
          </tr>
          <tr>
            <th scope="row">With numbers</th>
            <td>{withCommas(measured)}</td>
            <td>{withCommas(before.measured)}</td>
          </tr>
          <tr>
            <th scope="row">A quarter at or below</th>
            <td>{words(q1)}</td>
            <td />
          </tr>
          <tr>
            <th scope="row">Half at or below</th>
            <td>{words(median)}</td>
            <td>{words(before.median)}</td>
          </tr>
          <tr>
            <th scope="row">Three quarters at or below</th>
            <td>{words(q3)}</td>
            <td />
          </tr>
        </tbody>
      </table>
      {definition !== null && (
        <p class="soft">
          Counted as <code>{definition}</code>
        </p>
      )}
    </details>
  );
}
