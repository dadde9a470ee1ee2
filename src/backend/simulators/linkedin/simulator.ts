import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';
import { empty, json } from '../../networks/answers.js';
import { LINKEDIN_ERRORS, linkedinErrors } from '../../networks/linkedin/errors.js';
import { INTROSPECTION } from '../../networks/linkedin/health.js';
import { fromLittleText } from '../../networks/linkedin/little-text.js';
import { listAt, textAt, valueAt } from '../../networks/requests/json-answer.js';
import { comparable } from '../../networks/requests/lookup.js';
import type { WireResponse } from '../../networks/wire.js';
import { AUDIENCES, followersOf, hasVideo, repliesTo, responseTo } from '../shared/audience.js';
import { spoilsMedia } from '../shared/failing.js';
import { linkedinNumber } from '../shared/network-ids.js';
import { networkServer, type SimulatedCall, textOf } from '../shared/network-server.js';
import { publishNew } from '../shared/publish-new.js';
import type { Quota } from '../shared/quotas.js';
import { oauthTokens } from '../shared/tokens.js';
import { fileIn, mediaOfUploads, ownUpload } from '../shared/uploads.js';
import { UTC_DAY } from '../shared/windows.js';
import type { NetworkSimulator, SimulatedUpload } from '../simulator.js';
import { versioned } from './api-version.js';
import { COMMENT_PUBLISHING, COMMENT_ROUTES } from './comment-server.js';
import { altTextsOf, described, isUsable, linkedinMediaRoutes } from './media-server.js';
import { introspect, linkedinMemberRoutes } from './member-server.js';

/** Not documented. Publishers report that a repeated text is refused for a day or two. */
const DUPLICATE_WINDOW_MS = 24 * 60 * 60 * 1000;
const RECENT_POSTS = 200;
const { text: TEXT, postsPerDay } = RULES.linkedin;

const QUOTAS: readonly Quota[] = [
  {
    of: 'posts',
    max: postsPerDay.value ?? Number.POSITIVE_INFINITY,
    window: UTC_DAY,
    refusal: LINKEDIN_ERRORS.throttled,
  },
];

function imagesOf(fields: SimulatedCall['fields']): readonly string[] {
  const single = textAt(fields, 'content', 'media', 'id');
  const several = listAt(fields, 'content', 'multiImage', 'images').map((image) => textAt(image, 'id') ?? '');
  return single === null ? several : [single];
}

async function createPost(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields, request } = call;
  const text = fromLittleText(textOf(fields, 'commentary'));
  const mediaIds = imagesOf(fields);
  if (textOf(fields, 'author') !== account.networkUserId)
    return linkedinErrors.answer(LINKEDIN_ERRORS.accessDenied);
  if (text === '' && mediaIds.length === 0) return linkedinErrors.answer(LINKEDIN_ERRORS.textMissing);
  if (countText(text, TEXT.unit) > TEXT.max.value) return linkedinErrors.answer(LINKEDIN_ERRORS.textTooLong);
  const uploads: SimulatedUpload[] = [];
  for (const urn of mediaIds) {
    const upload = await ownUpload(call, urn);
    if (!upload || !isUsable(upload, context) || spoilsMedia(account))
      return linkedinErrors.answer(LINKEDIN_ERRORS.mediaInvalid);
    uploads.push(upload);
  }
  const thumbnail = textAt(fields, 'content', 'article', 'thumbnail');
  const picture = thumbnail === null ? null : await ownUpload(call, thumbnail);
  if (thumbnail !== null && !(picture && isUsable(picture, context)))
    return linkedinErrors.answer(LINKEDIN_ERRORS.mediaInvalid);

  const since = context.now - DUPLICATE_WINDOW_MS;
  const recent = await context.memory.postsOf(account.networkUserId, since, RECENT_POSTS);
  const same = recent.find((post) => mediaIds.length === 0 && comparable(post.text) === comparable(text));
  if (same) {
    const words = `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${same.networkPostId}`;
    return linkedinErrors.answer(LINKEDIN_ERRORS.duplicate, words);
  }
  const post = await publishNew(call, () => {
    const urn = `urn:li:share:${linkedinNumber(context.now, context.random)}`;
    return {
      networkPostId: urn,
      path: `/feed/update/${urn}`,
      text,
      title: textAt(fields, 'content', 'article', 'title'),
      link: textAt(fields, 'content', 'article', 'source'),
      ...(valueAt(fields, 'content', 'article') !== undefined && {
        card: {
          description: textAt(fields, 'content', 'article', 'description'),
          image: fileIn(picture?.state['file']),
        },
      }),
      mediaIds,
      media: described(mediaOfUploads(uploads), altTextsOf(fields)),
      rawCall: request.body,
    };
  });
  return empty(201, { 'x-restli-id': post.networkPostId });
}

/** How a list of URNs is written in a query: `List(urn:li:share:1,urn:li:share:2)`. */
const LIST = /^List\((.*)\)$/;
const ENTITY = /^\((?:share|ugcPost):(.+)\)$/;

/** Statistics of posts of a page. Posts that are not the page's are left out. */
async function pageStatistics({ account, context, fields }: SimulatedCall): Promise<WireResponse> {
  if (textOf(fields, 'organizationalEntity') !== account.networkUserId)
    return linkedinErrors.answer(LINKEDIN_ERRORS.accessDenied);
  const elements = [];
  for (const urn of (LIST.exec(textOf(fields, 'shares'))?.[1] ?? '').split(',')) {
    const post = await context.memory.postById(urn);
    if (post?.networkUserId !== account.networkUserId) continue;
    const response = responseTo(post, AUDIENCES.linkedin, context.now);
    const { impressions, people, clicks, likes, reposts } = response;
    const comments = repliesTo(post, (await context.memory.commentsOn(urn)).length);
    elements.push({
      organizationalEntity: account.networkUserId,
      share: urn,
      totalShareStatistics: {
        impressionCount: impressions,
        uniqueImpressionsCount: people,
        clickCount: clicks,
        likeCount: likes,
        commentCount: comments,
        shareCount: reposts,
        engagement: impressions === 0 ? 0 : (clicks + likes + comments + reposts) / impressions,
      },
    });
  }
  return json(200, { paging: { start: 0, count: 10, links: [] }, elements });
}

/** What a member's statistics are called, of posts and of their videos. */
const STATISTICS = {
  posts: ['IMPRESSION', 'MEMBERS_REACHED', 'REACTION', 'COMMENT', 'RESHARE', 'POST_SAVE', 'POST_SEND'],
  videos: ['VIDEO_PLAY', 'VIDEO_WATCH_TIME'],
} as const;

/** One statistic of a member's post, or of its video. A post without a video has none of a video. */
async function memberStatistic(
  { account, context, fields }: SimulatedCall,
  of: keyof typeof STATISTICS,
): Promise<WireResponse> {
  const urn = ENTITY.exec(textOf(fields, 'entity'))?.[1] ?? '';
  const post = await context.memory.postById(urn);
  if (post?.networkUserId !== account.networkUserId)
    return json(404, { status: 404, code: 'RESOURCE_NOT_FOUND', message: `${urn} was not found` });
  const response = responseTo(post, AUDIENCES.linkedin, context.now);
  const { impressions, people, likes, reposts, saves, shares } = response;
  const comments = repliesTo(post, (await context.memory.commentsOn(urn)).length);
  const counts: Readonly<Record<(typeof STATISTICS)[keyof typeof STATISTICS][number], number>> = {
    ...{ IMPRESSION: impressions, MEMBERS_REACHED: people, REACTION: likes, COMMENT: comments },
    ...{ RESHARE: reposts, POST_SAVE: saves, POST_SEND: shares },
    ...{ VIDEO_PLAY: response.views, VIDEO_WATCH_TIME: response.watchMs },
  };
  const type = textOf(fields, 'queryType');
  const name = STATISTICS[of].find((one) => one === type);
  if (name === undefined) {
    const message = `${type} is not a value of queryType`;
    return json(400, { status: 400, code: 'ILLEGAL_ARGUMENT', message });
  }
  const isMissing = of === 'videos' && !hasVideo(post);
  const elements = isMissing ? [] : [{ count: counts[name], metricType: name }];
  return json(200, { paging: { start: 0, count: 10, links: [] }, elements });
}

async function pageFollowers({ account, context, params }: SimulatedCall): Promise<WireResponse> {
  if (params['urn'] !== account.networkUserId) return linkedinErrors.answer(LINKEDIN_ERRORS.accessDenied);
  return json(200, { firstDegreeSize: followersOf(account.networkUserId, context.now) });
}

async function memberFollowers({ account, context }: SimulatedCall): Promise<WireResponse> {
  const memberFollowersCount = followersOf(account.networkUserId, context.now);
  return json(200, { elements: [{ memberFollowersCount }] });
}

export const linkedinSimulator: NetworkSimulator = networkServer({
  platform: 'linkedin',
  errors: linkedinErrors,
  quotas: QUOTAS,
  publishing: { posts: ['POST /rest/posts'], comments: COMMENT_PUBLISHING },
  tokens: oauthTokens('POST https://www.linkedin.com/oauth/v2/accessToken', 'lasting refresh token', () =>
    linkedinErrors.answer(LINKEDIN_ERRORS.refreshDead),
  ),
  unauthorized: (token) =>
    linkedinErrors.answer(token === null ? LINKEDIN_ERRORS.tokenEmpty : LINKEDIN_ERRORS.tokenExpired),
  notFound: () =>
    json(404, { status: 404, code: 'RESOURCE_NOT_FOUND', message: 'No virtual resource found' }),
  open: { [`POST ${INTROSPECTION}`]: introspect },
  routes: versioned({
    'POST /rest/posts': createPost,
    ...COMMENT_ROUTES,
    ...linkedinMediaRoutes,
    'GET /rest/organizationalEntityShareStatistics': pageStatistics,
    'GET /rest/memberCreatorPostAnalytics': (call) => memberStatistic(call, 'posts'),
    'GET /rest/memberCreatorVideoAnalytics': (call) => memberStatistic(call, 'videos'),
    'GET /rest/networkSizes/:urn': pageFollowers,
    'GET /rest/memberFollowersCount': memberFollowers,
    ...linkedinMemberRoutes,
  }),
});
