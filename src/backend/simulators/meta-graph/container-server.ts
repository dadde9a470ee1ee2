import { isRecord } from '../../../base/is-record.js';
import type { JsonObject } from '../../../base/json.js';
import type { Platform } from '../../../contract/platforms.js';
import type { PostType } from '../../../contract/posts/content.js';
import { json } from '../../networks/answers.js';
import type { ContainerApi } from '../../networks/meta-graph/containers.js';
import { GRAPH_ERRORS, graphAnswer } from '../../networks/meta-graph/graph-error.js';
import type { ErrorRow } from '../../networks/refusals/read-refusal.js';
import { textAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { followersOf } from '../shared/audience.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { digits } from '../shared/network-ids.js';
import { networkServer, type SimulatedCall, textOf } from '../shared/network-server.js';
import { publishUpload } from '../shared/publish-new.js';
import { overQuota, type Quota } from '../shared/quotas.js';
import { answeredBy, canBeAnswered } from '../shared/thread-of.js';
import { oauthTokens } from '../shared/tokens.js';
import { fileIn, mediaOfUploads, noteUpload } from '../shared/uploads.js';
import type {
  NetworkSimulator,
  SimulatedAccount,
  SimulatedFile,
  SimulatedPost,
  SimulatedUpload,
  SimulatorContext,
} from '../simulator.js';
import {
  type CommentEdge,
  commentPublishing,
  commentRoutes,
  graphTime,
  newestComments,
  postLacks,
  readComment,
} from './comment-server.js';
import { followerInsight, type InsightEdge, postInsights } from './insight-server.js';
import { type MessageEdge, messagePublishing, messageRoutes, readConversation } from './message-server.js';
import { readReply, replyRoutes } from './reply-server.js';
import { subscriptionRoutes } from './subscription-server.js';

/** How many posts a list goes back. */
const LIST_LENGTH = 1000;
/** A container expires after this time. */
const CONTAINER_LIFE_MS = 24 * 60 * 60 * 1000;

/** How long the network processes a file. */
const IMAGE_PROCESSING_MS = 1500;
const VIDEO_PROCESSING_MS = 6000;

const UNKNOWN_OBJECT = { status: 400, code: '100', subcode: '33' };

/** What differs between Instagram and Threads. */
interface ContainerNetwork {
  readonly platform: Platform;
  readonly api: ContainerApi;
  /** The first digits of ids. Containers and posts share a format. */
  readonly idPrefix: string;
  /** The error for publishing an unknown or expired container. */
  readonly containerGone: ErrorRow;
  /** The error for a new container; null: it is valid. */
  readonly breach: (fields: JsonObject) => WireResponse | null;
  /** The error for a file that cannot be fetched, or is not accepted. */
  readonly fileRefused: (why: 'unreachable' | 'type' | 'bytes', isVideo: boolean) => ErrorRow;
  /** The error for a container that is still processing. */
  readonly notReady: ErrorRow;
  /** The status reason of a container whose processing failed. */
  readonly failedReason: string;
  readonly quotas: readonly Quota[];
  /** Comments under posts; absent: replies are posts. */
  readonly comments?: CommentEdge;
  /** Direct messages; absent or null: none. */
  readonly messages?: MessageEdge | null;
  /** The edge with the account's replies. */
  readonly answersEdge?: string;
  readonly insights: InsightEdge;
  /** More fields of `/me`. */
  readonly profile?: (account: SimulatedAccount) => Readonly<Record<string, unknown>>;
  /** The edge of the account that counts its followers; absent: `/me` has them. */
  readonly accountInsights?: string;
  readonly pathOf: (call: SimulatedCall, id: string, fields: JsonObject) => string;
}

function newId({ idPrefix }: ContainerNetwork, { random }: SimulatorContext): string {
  return idPrefix + digits(17 - idPrefix.length, random);
}

async function makeContainer(network: ContainerNetwork, call: SimulatedCall): Promise<WireResponse> {
  const { context, fields } = call;
  const breach = network.breach(fields);
  if (breach) return breach;
  const uploadId = newId(network, context);
  const answered = answeredBy(network.platform, fields);
  if (answered !== null && !(await canBeAnswered(context, answered))) return unknownObject(answered);
  const fetched = await fetchFile(network, call);
  if ('refusal' in fetched) return graphAnswer(fetched.refusal);
  await noteUpload(call, uploadId, { status: 'FINISHED', fields, ...fetched });
  return json(200, { id: uploadId });
}

/** The file that a container references, which the network fetches; empty if there is none. */
async function fetchFile(
  { fileRefused, platform }: ContainerNetwork,
  { context, fields }: SimulatedCall,
): Promise<
  { readonly refusal: ErrorRow } | { readonly file?: SimulatedFile; readonly cover?: SimulatedFile }
> {
  const address = textOf(fields, 'image_url') || textOf(fields, 'video_url');
  if (address === '') return {};
  const isVideo = textOf(fields, 'image_url') === '';
  const file = await context.files.fetch(address);
  if (!file) return { refusal: fileRefused('unreachable', isVideo) };
  const wrong = againstFile(platform, file, FORMS[textOf(fields, 'media_type')]);
  if (wrong !== null || file.contentType.startsWith('video/') !== isVideo) {
    return { refusal: fileRefused(wrong ?? 'type', isVideo) };
  }
  const coverAt = textOf(fields, 'cover_url');
  const cover = coverAt === '' ? null : await context.files.fetch(coverAt);
  return { file, ...(cover && { cover }) };
}

/** Forms of post by their container's type. */
const FORMS: Readonly<Record<string, PostType>> = { REELS: 'reel', STORIES: 'story' };

function childrenOf(fields: JsonObject): readonly string[] {
  return textOf(fields, 'children').split(',').filter(Boolean);
}

/** The status of a container: processing takes a while, and fails for some accounts. */
function statusOf({ createdAt, state }: SimulatedUpload, { account, context }: SimulatedCall): string {
  if (state['status'] === 'PUBLISHED') return 'PUBLISHED';
  const fields = isRecord(state['fields']) ? state['fields'] : {};
  if (fileIn(state['file']) === null && childrenOf(fields).length === 0) return 'FINISHED';
  const ms = textOf(fields, 'video_url') === '' ? IMAGE_PROCESSING_MS : VIDEO_PROCESSING_MS;
  if (context.now < createdAt + ms) return 'IN_PROGRESS';
  if (spoilsMedia(account)) return 'ERROR';
  return createdAt < context.now - CONTAINER_LIFE_MS ? 'EXPIRED' : 'FINISHED';
}

/** The items of a carousel, in order. */
async function childUploads(
  { context }: SimulatedCall,
  fields: JsonObject,
): Promise<readonly SimulatedUpload[]> {
  const found = await Promise.all(childrenOf(fields).map((id) => context.memory.uploadById(id)));
  return found.filter((one) => one !== null);
}

async function publish(network: ContainerNetwork, call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const container = await context.memory.uploadById(textOf(fields, 'creation_id'));
  const isOurs = container?.networkUserId === account.networkUserId;
  if (
    !container ||
    !isOurs ||
    container.createdAt < context.now - CONTAINER_LIFE_MS ||
    container.state['status'] === 'PUBLISHED'
  ) {
    return graphAnswer(network.containerGone);
  }
  if (statusOf(container, call) !== 'FINISHED') return graphAnswer(network.notReady);
  const made = isRecord(container.state['fields']) ? container.state['fields'] : {};
  const full = await overQuota(network.quotas, network.api.errors, account, context, made);
  if (full) return full;
  const children = await childUploads(call, made);
  const media = mediaOfUploads(children.length > 0 ? children : [container]);
  const publishing = () => {
    const id = newId(network, context);
    return {
      networkPostId: id,
      path: network.pathOf(call, id, made),
      text: textOf(made, network.api.fields.text) || textOf(made, 'caption'),
      link: textAt(made, 'link_attachment'),
      mediaIds:
        media.length > 0 ? [...childrenOf(made), ...(children.length > 0 ? [] : [container.uploadId])] : [],
      media,
      rawCall: made,
    };
  };
  const published = () => ({ ...container.state, status: 'PUBLISHED' });
  const post = await publishUpload(call, container, publishing, published);
  return post ? json(200, { id: post.networkPostId }) : graphAnswer(network.containerGone);
}

function shown(
  { api, answersEdge, platform }: ContainerNetwork,
  post: SimulatedPost,
  { account, context: { webUrl } }: SimulatedCall,
) {
  const answers = answeredBy(platform, post.rawCall);
  return {
    ...(answersEdge !== undefined && {
      username: account.handle,
      is_reply: answers !== null,
      is_reply_owned_by_me: answers !== null,
    }),
    id: post.networkPostId,
    permalink: `${webUrl}${post.path}`,
    timestamp: graphTime(post.createdAt),
    [api.fields.text]: post.text,
    ...(answers !== null && { replied_to: { id: answers } }),
  };
}

async function readObject(network: ContainerNetwork, call: SimulatedCall): Promise<WireResponse> {
  const { context, params } = call;
  const id = params['id'] ?? '';
  const post = await context.memory.postById(id);
  const { answersEdge, comments, messages } = network;
  if (post) return (comments && postLacks(comments, call)) ?? json(200, shown(network, post, call));
  const container = await context.memory.uploadById(id);
  if (container) {
    const status = statusOf(container, call);
    const { fields } = network.api;
    return json(200, {
      id,
      [fields.status]: status,
      ...(status === 'ERROR' && { [fields.reason]: network.failedReason }),
    });
  }
  const found =
    answersEdge !== undefined
      ? await readReply(call)
      : ((comments && (await readComment(comments, call))) ??
        (messages && (await readConversation(messages, call))));
  return found ?? unknownObject(id);
}

function unknownObject(id: string): WireResponse {
  const words = `Unsupported get request. Object with ID '${id}' does not exist`;
  return graphAnswer({
    ...UNKNOWN_OBJECT,
    means: 'network_refused',
    words,
    source: 'memory',
    confidence: 'memory',
  });
}

async function list(
  network: ContainerNetwork,
  call: SimulatedCall,
  isListed: (post: SimulatedPost) => boolean,
): Promise<WireResponse> {
  const { context, fields, params } = call;
  const limit = Number(textOf(fields, 'limit') || '25');
  const offset = Number(textOf(fields, 'after') || '0');
  const since = Number(textOf(fields, 'since') || '0') * 1000;
  const made = await context.memory.postsOf(params['id'] ?? '', since, LIST_LENGTH);
  const all = made.filter(isListed);
  const page = all.slice(offset, offset + limit);
  const end = String(offset + limit);
  const paging = {
    cursors: { before: String(offset), after: end },
    ...(all.length > offset + limit && { next: `after=${end}` }),
  };
  const { comments } = network;
  const withComments = /\bcomments\b/.test(textOf(fields, 'fields'));
  const data = await Promise.all(
    page.map(async (post) => ({
      ...shown(network, post, call),
      ...(comments &&
        withComments && { comments: { data: await newestComments(comments, context, post.networkPostId) } }),
    })),
  );
  return json(200, { data, paging });
}

/** Makes a simulated network that publishes through containers. */
export function containerServer(network: ContainerNetwork): NetworkSimulator {
  const { version, edges } = network.api;
  const { comments, messages, answersEdge, accountInsights, insights, platform } = network;
  const isAnswer = ({ rawCall }: SimulatedPost) => answeredBy(platform, rawCall) !== null;
  const isOpening = (post: SimulatedPost) => !isAnswer(post);
  return networkServer({
    platform,
    errors: network.api.errors,
    publishing: {
      posts: [`POST ${version}/:id/${edges.publish}`],
      comments: [
        ...(comments ? commentPublishing(version, comments) : []),
        ...(messages ? messagePublishing(version) : []),
      ],
    },
    tokens: oauthTokens('GET /refresh_access_token', 'access token', () =>
      graphAnswer(GRAPH_ERRORS.tokenExpired),
    ),
    unauthorized: (token) => graphAnswer(token === null ? GRAPH_ERRORS.token : GRAPH_ERRORS.tokenExpired),
    notFound: () =>
      json(404, {
        error: {
          ...{ message: 'Unknown path components', type: 'OAuthException', code: 2500 },
          fbtrace_id: 'AxSimulated0trace',
        },
      }),
    routes: {
      [`POST ${version}/:id/${edges.create}`]: (call) => makeContainer(network, call),
      [`POST ${version}/:id/${edges.publish}`]: (call) => publish(network, call),
      [`GET ${version}/me`]: async ({ account, context }) =>
        json(200, {
          id: account.networkUserId,
          username: account.handle,
          name: account.displayName,
          ...network.profile?.(account),
          ...(accountInsights === undefined && {
            followers_count: followersOf(account.networkUserId, context.now),
          }),
        }),
      [`GET ${version}/:id/insights`]: async (call) =>
        postInsights(insights, call, await call.context.memory.postById(call.params['id'] ?? '')),
      ...(accountInsights !== undefined && {
        [`GET ${version}/:id/${accountInsights}`]: async (call: SimulatedCall) =>
          followerInsight(call, 'followers_count', 'day'),
      }),
      [`GET ${version}/:id`]: (call) => readObject(network, call),
      [`GET ${version}/:id/${edges.list}`]: (call) => list(network, call, isOpening),
      ...(answersEdge !== undefined && {
        [`GET ${version}/:id/${answersEdge}`]: (call: SimulatedCall) => list(network, call, isAnswer),
        ...replyRoutes(version),
      }),
      ...(comments && commentRoutes(version, comments)),
      ...(messages && messageRoutes(version, messages)),
      ...(messages && subscriptionRoutes(version)),
    },
  });
}
