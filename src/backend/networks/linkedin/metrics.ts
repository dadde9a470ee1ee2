import { METRICS, type Metric } from '../../../contract/insights/values.js';
import type { Connection } from '../connection.js';
import {
  countsIn,
  givenMetrics,
  type MeasuredPost,
  type MetricsAdapter,
  type PostCounts,
  readEach,
  withMissing,
} from '../metrics-adapter.js';
import { ask, nullIfNotFound } from '../requests/exchange.js';
import { countAt, listAt, textAt, valueAt } from '../requests/json-answer.js';
import { listedAt } from '../requests/lookup.js';
import { linkedinErrors } from './errors.js';
import { headersOf } from './headers.js';
import { ORGANIZATION } from './urns.js';

/** Where a member’s statistics are read. */
const POSTS = 'memberCreatorPostAnalytics';
const VIDEOS = 'memberCreatorVideoAnalytics';

/** A member’s statistic: where it is read, and its name. A page’s are fields of an object: `impressionCount`. */
const MEMBER_STATISTIC: Readonly<Partial<Record<Metric, readonly [where: string, name: string]>>> = {
  impressions: [POSTS, 'IMPRESSION'],
  reach: [POSTS, 'MEMBERS_REACHED'],
  likes: [POSTS, 'REACTION'],
  replies: [POSTS, 'COMMENT'],
  reposts: [POSTS, 'RESHARE'],
  saves: [POSTS, 'POST_SAVE'],
  shares: [POSTS, 'POST_SEND'],
  views: [VIDEOS, 'VIDEO_PLAY'],
  watchMs: [VIDEOS, 'VIDEO_WATCH_TIME'],
};

/** The two kinds of post, with the parameter that lists them. */
const KINDS = [
  ['share', 'shares'],
  ['ugcPost', 'ugcPosts'],
] as const;

const kindOf = (urn: string) => (urn.startsWith('urn:li:ugcPost:') ? 'ugcPost' : 'share');

/** Parentheses and commas are part of LinkedIn’s syntax: they are sent as they are, what is between them encoded. */
function get(connection: Connection, path: string) {
  return ask(linkedinErrors, connection, { method: 'GET', path, headers: headersOf(connection) });
}

async function readOfPage(connection: Connection, posts: readonly MeasuredPost[]) {
  const page = encodeURIComponent(connection.account.networkUserId);
  const found = new Map<string, PostCounts>();
  for (const [kind, parameter] of KINDS) {
    const urns = posts.map(({ networkPostId }) => networkPostId).filter((urn) => kindOf(urn) === kind);
    if (urns.length === 0) continue;
    const list = urns.map(encodeURIComponent).join(',');
    const { body } = await get(
      connection,
      `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${page}&${parameter}=List(${list})`,
    );
    for (const element of listedAt(body, 'elements')) {
      const urn = textAt(element, kind);
      if (urn !== null) found.set(urn, countsIn('linkedin', valueAt(element, 'totalShareStatistics')));
    }
  }
  // LinkedIn does not say whether a post that it leaves out is gone, or has no statistics yet.
  return new Map(
    posts.map((post): [string, PostCounts] => [
      post.networkPostId,
      withMissing('linkedin', post, found.get(post.networkPostId)?.counts ?? {}, connection.now),
    ]),
  );
}

/** @returns null: there is no such post any more */
async function readOfMember(connection: Connection, post: MeasuredPost): Promise<PostCounts | null> {
  const urn = post.networkPostId;
  const entity = `(${kindOf(urn)}:${encodeURIComponent(urn)})`;
  const given = givenMetrics('linkedin', post);
  const counts: Partial<Record<Metric, number>> = {};
  for (const metric of METRICS.filter((one) => given[one])) {
    const [where, name] = MEMBER_STATISTIC[metric] ?? [];
    if (where === undefined) continue;
    const answer = await get(
      connection,
      `/rest/${where}?q=entity&entity=${entity}&queryType=${name}&aggregation=TOTAL`,
    ).catch(nullIfNotFound);
    if (answer === null) return null;
    const count = countAt(listAt(answer.body, 'elements')[0], 'count');
    if (count !== null) counts[metric] = count;
  }
  return withMissing('linkedin', post, counts, connection.now);
}

/** A page’s posts are read several at a time, a member’s with a request for each number. */
export const linkedinMetrics: MetricsAdapter = {
  read(connection, posts) {
    const isPage = connection.account.networkUserId.startsWith(ORGANIZATION);
    return isPage ? readOfPage(connection, posts) : readEach(readOfMember)(connection, posts);
  },

  omits: ({ networkUserId }) =>
    networkUserId.startsWith(ORGANIZATION) ? ['saves', 'shares', 'views', 'watchMs'] : ['clicks'],

  permission: ({ networkUserId }) =>
    networkUserId.startsWith(ORGANIZATION) ? 'rw_organization_admin' : 'r_member_postAnalytics',

  async followers(connection) {
    const { networkUserId } = connection.account;
    if (networkUserId.startsWith(ORGANIZATION)) {
      const page = encodeURIComponent(networkUserId);
      const { body } = await get(
        connection,
        `/rest/networkSizes/${page}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`,
      );
      return countAt(body, 'firstDegreeSize');
    }
    const { body } = await get(connection, '/rest/memberFollowersCount?q=me');
    return countAt(listAt(body, 'elements')[0], 'memberFollowersCount');
  },
};
