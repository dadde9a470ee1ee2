import { appOf } from '../../../networks/access.js';
import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import { FACEBOOK_ERRORS, facebookErrors } from '../../networks/facebook/errors.js';
import { GRAPH_ERRORS } from '../../networks/meta-graph/graph-error.js';
import { textAt } from '../../networks/requests/json-answer.js';
import { comparable } from '../../networks/requests/lookup.js';
import type { WireResponse } from '../../networks/wire.js';
import {
  commentPublishing,
  commentRoutes,
  graphTime,
  newestComments,
  postLacks,
  readComment,
  unknownObject,
} from '../meta-graph/comment-server.js';
import { followerInsight, type InsightEdge, postInsights } from '../meta-graph/insight-server.js';
import { messagePublishing, messageRoutes, readConversation } from '../meta-graph/message-server.js';
import { subscriptionRoutes } from '../meta-graph/subscription-server.js';
import { digits } from '../shared/network-ids.js';
import { networkServer, type OpenCall, type SimulatedCall, textOf } from '../shared/network-server.js';
import { publishNew } from '../shared/publish-new.js';
import { accountOfToken } from '../shared/tokens.js';
import { mediaOfUploads, ownUpload } from '../shared/uploads.js';
import type { NetworkSimulator, SimulatedPost, SimulatedUpload, SimulatorContext } from '../simulator.js';
import { FACEBOOK_COMMENTS, FACEBOOK_MESSAGES } from './inbox-server.js';
import { facebookMediaRoutes, PUBLISHING_ROUTES, startsUpload, videoState } from './media-server.js';

/** How many posts a list goes back. */
const LIST_LENGTH = 1000;
const VERSION = '/v25.0';
const { text: TEXT } = RULES.facebook;

function photosOf(fields: SimulatedCall['fields']): readonly string[] {
  return Object.entries(fields)
    .filter(([name]) => name.startsWith('attached_media['))
    .map(([, value]) => textAt(JSON.parse(String(value)), 'media_fbid') ?? '');
}

/** Facebook refuses the same message twice in a row, no matter how old the first is. */
async function repeatsLast({ account, context }: SimulatedCall, message: string): Promise<boolean> {
  const [last] = await context.memory.postsOf(account.networkUserId, 0, 1);
  return last !== undefined && last.mediaIds.length === 0 && comparable(last.text) === comparable(message);
}

async function createPost(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const message = textOf(fields, 'message');
  const link = textOf(fields, 'link');
  const photos = photosOf(fields);
  if (message.trim() === '' && link === '' && photos.length === 0)
    return facebookErrors.answer(FACEBOOK_ERRORS.textMissing);
  if (countText(message, TEXT.unit) > TEXT.max.value)
    return facebookErrors.answer(FACEBOOK_ERRORS.textTooLong);
  const uploads: SimulatedUpload[] = [];
  for (const photo of photos) {
    const upload = await ownUpload(call, photo);
    if (!upload) return facebookErrors.answer(FACEBOOK_ERRORS.fileInvalid);
    uploads.push(upload);
  }
  if (photos.length === 0 && (await repeatsLast(call, message)))
    return facebookErrors.answer(FACEBOOK_ERRORS.duplicate);
  const post = await publishNew(call, () => {
    const number = digits(15, context.random);
    return {
      networkPostId: `${account.networkUserId}_${number}`,
      path: `/${account.networkUserId}/posts/${number}`,
      text: message,
      link: link || null,
      mediaIds: photos,
      media: mediaOfUploads(uploads),
      rawCall: fields,
    };
  });
  return json(200, { id: post.networkPostId });
}

function shown(post: SimulatedPost, { webUrl }: SimulatorContext) {
  return {
    id: post.networkPostId,
    message: post.text,
    created_time: graphTime(post.createdAt),
    permalink_url: `${webUrl}${post.path}`,
    ...(post.mediaIds[0] !== undefined && {
      attachments: { data: [{ target: { id: post.mediaIds[0] } }] },
    }),
  };
}

async function list({ account, context, fields }: SimulatedCall): Promise<WireResponse> {
  const limit = Number(textOf(fields, 'limit') || '25');
  const offset = Number(textOf(fields, 'after') || '0');
  const since = Number(textOf(fields, 'since') || '0') * 1000;
  const made = await context.memory.postsOf(account.networkUserId, since, LIST_LENGTH);
  const all = made.filter(({ path }) => !path.startsWith('/stories/'));
  const end = String(offset + limit);
  const next = all.length > offset + limit ? { next: `after=${end}` } : {};
  const withComments = /\bcomments\b/.test(textOf(fields, 'fields'));
  const data = await Promise.all(
    all.slice(offset, offset + limit).map(async (post) => ({
      ...shown(post, context),
      ...(withComments && {
        comments: { data: await newestComments(FACEBOOK_COMMENTS, context, post.networkPostId) },
      }),
    })),
  );
  return json(200, { data, paging: { cursors: { before: String(offset), after: end }, ...next } });
}

async function readObject(call: SimulatedCall): Promise<WireResponse> {
  const id = call.params['id'] ?? '';
  const post = await call.context.memory.postById(id);
  if (post) return postLacks(FACEBOOK_COMMENTS, call) ?? json(200, shown(post, call.context));
  const video = await videoState(call);
  if (video) return json(200, video);
  const found =
    (await readComment(FACEBOOK_COMMENTS, call)) ??
    (FACEBOOK_MESSAGES && (await readConversation(FACEBOOK_MESSAGES, call)));
  return found ?? unknownObject(id);
}

/** Counts are mostly updated once a day. */
const LAG_MS = 6 * 60 * 60_000;

const POST_INSIGHTS: InsightEdge = {
  ...{ platform: 'facebook', lagMs: LAG_MS, others: [], namesValid: false, leavesOutZero: true },
  insightsOf({ path }, { people, views, likes, clicks }) {
    // Reels and stories have no `insights`.
    if (path.startsWith('/reel/') || path.startsWith('/stories/')) return null;
    return {
      post_media_view: views,
      post_total_media_view_unique: people,
      post_clicks: clicks,
      post_reactions_by_type_total: byKind(likes, 'like', 'love'),
    };
  },
};

const VIDEO_INSIGHTS: InsightEdge = {
  ...POST_INSIGHTS,
  insightsOf: (_post, { views, likes, watchMs }) => ({
    blue_reels_play_count: views,
    post_video_view_time: watchMs,
    post_video_likes_by_reaction_type: byKind(likes, 'REACTION_LIKE', 'REACTION_LOVE'),
  }),
};

/** A quarter of the reactions is of the second kind. */
function byKind(count: number, most: string, some: string): Readonly<Record<string, number>> {
  const few = Math.floor(count / 4);
  return { [most]: count - few, [some]: few };
}

async function insights(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, params } = call;
  if (params['id'] === account.networkUserId) return followerInsight(call, 'page_follows', 'day');
  return postInsights(POST_INSIGHTS, call, await context.memory.postById(params['id'] ?? ''));
}

/** The insights of a reel, by the id of its video. */
async function videoInsights(call: SimulatedCall): Promise<WireResponse> {
  const { memory } = call.context;
  const upload = await ownUpload(call, `video/${call.params['id'] ?? ''}`);
  const postId = textAt(upload?.state, 'postId');
  return postInsights(VIDEO_INSIGHTS, call, postId === null ? null : await memory.postById(postId));
}

/** How an access token is. */
async function debugToken({ context, fields }: OpenCall): Promise<WireResponse> {
  const known = await accountOfToken('facebook', textOf(fields, 'input_token'), context);
  const isValid = known !== null && !known.isExpired;
  return json(200, {
    data: {
      type: 'PAGE',
      is_valid: isValid,
      expires_at: 0,
      scopes: appOf('facebook')?.scopes.map(({ name }) => name) ?? [],
      ...(!isValid && {
        error: { code: 190, subcode: 463, message: GRAPH_ERRORS.tokenExpired.words },
      }),
    },
  });
}

export const facebookSimulator: NetworkSimulator = networkServer({
  platform: 'facebook',
  errors: facebookErrors,
  publishing: {
    posts: [`POST ${VERSION}/:id/feed`, ...PUBLISHING_ROUTES],
    comments: [...commentPublishing(VERSION, FACEBOOK_COMMENTS), ...messagePublishing(VERSION)],
  },
  onlyAsks: startsUpload,
  open: { [`GET ${VERSION}/debug_token`]: debugToken },
  unauthorized: (token) =>
    facebookErrors.answer(token === null ? GRAPH_ERRORS.token : GRAPH_ERRORS.tokenExpired),
  notFound: () =>
    json(404, {
      error: {
        ...{ message: 'Unknown path components', type: 'OAuthException', code: 2500 },
        fbtrace_id: 'AxSimulated0trace',
      },
    }),
  routes: {
    [`POST ${VERSION}/:id/feed`]: createPost,
    ...facebookMediaRoutes,
    [`GET ${VERSION}/:id/insights`]: insights,
    [`GET ${VERSION}/:id/video_insights`]: videoInsights,
    [`GET ${VERSION}/:id/published_posts`]: list,
    [`GET ${VERSION}/me`]: async ({ account }) =>
      json(200, { id: account.networkUserId, name: account.displayName }),
    [`GET ${VERSION}/:id`]: readObject,
    ...commentRoutes(VERSION, FACEBOOK_COMMENTS),
    ...(FACEBOOK_MESSAGES && messageRoutes(VERSION, FACEBOOK_MESSAGES)),
    ...subscriptionRoutes(VERSION),
  },
});
