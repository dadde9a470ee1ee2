import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';
import { empty, json } from '../../networks/answers.js';
import { textAt, valueAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { YOUTUBE_ERRORS, youtubeErrors } from '../../networks/youtube/errors.js';
import { base64UrlId } from '../shared/network-ids.js';
import { type Handler, type SimulatedCall, textOf } from '../shared/network-server.js';
import type { SimulatedComment, SimulatedPerson } from '../simulated-inbox.js';
import type { SimulatedMemory } from '../simulator.js';

const MAX_CHARS = RULES.youtube.firstComment?.max.value ?? Number.POSITIVE_INFINITY;
/** The newest videos whose comments are listed. */
const MAX_VIDEOS = 1000;
const PAGE = 20;
/** How many replies a thread is sent with; more have to be asked for. */
const REPLIES_OF_THREAD = 5;

/** The routes that publish. */
export const COMMENT_PUBLISHING = ['POST /youtube/v3/commentThreads', 'POST /youtube/v3/comments'];

async function authorOf(memory: SimulatedMemory, { author, networkUserId }: SimulatedComment) {
  const account = author ?? (await memory.accountById(networkUserId));
  const unnamed: SimulatedPerson = { networkUserId, handle: networkUserId, displayName: networkUserId };
  return account ?? unnamed;
}

async function commentOf({ account, context }: SimulatedCall, comment: SimulatedComment) {
  const { commentId, parentId, networkPostId, text, createdAt } = comment;
  const { handle, networkUserId } = await authorOf(context.memory, comment);
  const time = new Date(createdAt).toISOString();
  return {
    kind: 'youtube#comment',
    id: commentId,
    snippet: {
      videoId: networkPostId,
      ...(parentId !== null && { parentId }),
      textDisplay: text,
      // Only its author gets the text as it was written.
      ...(networkUserId === account.networkUserId && { textOriginal: text }),
      authorDisplayName: `@${handle}`,
      authorChannelId: { value: networkUserId },
      canRate: true,
      viewerRating: 'none',
      likeCount: 0,
      publishedAt: time,
      updatedAt: time,
    },
  };
}

async function threadOf(call: SimulatedCall, top: SimulatedComment, replies: readonly SimulatedComment[]) {
  const topLevelComment = await commentOf(call, top);
  const wantsReplies = textOf(call.fields, 'part').split(',').includes('replies');
  const shown = await Promise.all(replies.slice(-REPLIES_OF_THREAD).map((one) => commentOf(call, one)));
  return {
    kind: 'youtube#commentThread',
    id: top.commentId,
    snippet: {
      videoId: top.networkPostId,
      topLevelComment,
      canReply: true,
      totalReplyCount: replies.length,
      isPublic: true,
    },
    ...(wantsReplies && shown.length > 0 && { replies: { comments: shown } }),
  };
}

/** A page of a list, which continues under a token. */
function page<Item>(items: readonly Item[], { fields }: SimulatedCall) {
  const limit = Number(textOf(fields, 'maxResults') || PAGE);
  const start = Number(textOf(fields, 'pageToken') || '0');
  const end = start + limit;
  return {
    items: items.slice(start, end),
    ...(items.length > end && { nextPageToken: String(end) }),
  };
}

async function listThreads(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const { memory } = context;
  const videoId = textOf(fields, 'videoId');
  const video = videoId === '' ? null : await memory.postById(videoId);
  if (videoId !== '' && !video) return youtubeErrors.answer(YOUTUBE_ERRORS.videoNotFound);
  const videos = video ? [video] : await memory.postsOf(account.networkUserId, 0, MAX_VIDEOS);
  const lists = await Promise.all(videos.map(({ networkPostId }) => memory.commentsOn(networkPostId)));
  const wantsHeld = textOf(fields, 'moderationStatus') === 'heldForReview';
  const all = lists.flat().filter(({ hidden = false }) => hidden === wantsHeld);
  const threads = all
    .filter(({ parentId }) => parentId === null)
    .sort((one, other) => other.createdAt - one.createdAt);
  const { items, ...more } = page(threads, call);
  const shown = items.map((top) =>
    threadOf(
      call,
      top,
      all.filter(({ parentId }) => parentId === top.commentId),
    ),
  );
  return json(200, {
    kind: 'youtube#commentThreadListResponse',
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    items: await Promise.all(shown),
    ...more,
  });
}

async function listComments(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields } = call;
  const parent = await context.memory.commentById(textOf(fields, 'parentId'));
  const named = await context.memory.commentById(textOf(fields, 'id'));
  if (textOf(fields, 'parentId') !== '' && !parent)
    return youtubeErrors.answer(YOUTUBE_ERRORS.commentNotFound);
  const replies = parent
    ? (await context.memory.commentsOn(parent.networkPostId)).filter(
        ({ parentId }) => parentId === parent.commentId,
      )
    : [];
  const { items, ...more } = page(named ? [named] : replies, call);
  return json(200, {
    kind: 'youtube#commentListResponse',
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    items: await Promise.all(items.map((one) => commentOf(call, one))),
    ...more,
  });
}

/** What is wrong with a text; null: nothing. */
function breach(text: string): WireResponse | null {
  return countText(text, 'codepoints') > MAX_CHARS
    ? youtubeErrors.answer(YOUTUBE_ERRORS.commentTooLong)
    : null;
}

async function publish(
  { account, context }: SimulatedCall,
  {
    idLength,
    ...comment
  }: Pick<SimulatedComment, 'networkPostId' | 'parentId' | 'text'> & {
    readonly idLength: number;
  },
): Promise<SimulatedComment> {
  const { parentId } = comment;
  const own = base64UrlId(idLength, context.random);
  const made: SimulatedComment = {
    ...comment,
    commentId: parentId === null ? `Ug${own}` : `${parentId}.${own}`,
    networkUserId: account.networkUserId,
    createdAt: context.now,
  };
  await context.memory.addComment(made);
  return made;
}

async function addThread(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields } = call;
  const networkPostId = textAt(fields, 'snippet', 'videoId') ?? '';
  const text = textAt(fields, 'snippet', 'topLevelComment', 'snippet', 'textOriginal') ?? '';
  const post = await context.memory.postById(networkPostId);
  if (!post) return youtubeErrors.answer(YOUTUBE_ERRORS.videoNotFound);
  if (valueAt(post.rawCall, 'status', 'selfDeclaredMadeForKids') === true)
    return youtubeErrors.answer(YOUTUBE_ERRORS.commentsDisabled);
  const wrong = breach(text);
  if (wrong) return wrong;
  const made = await publish(call, { networkPostId, parentId: null, text, idLength: 24 });
  return json(200, await threadOf(call, made, []));
}

async function addReply(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields } = call;
  const parentId = textAt(fields, 'snippet', 'parentId') ?? '';
  const text = textAt(fields, 'snippet', 'textOriginal') ?? '';
  const parent = await context.memory.commentById(parentId);
  if (!parent) return youtubeErrors.answer(YOUTUBE_ERRORS.parentNotFound);
  if (parent.parentId !== null || parent.hidden)
    return youtubeErrors.answer(YOUTUBE_ERRORS.replyNotSupported);
  const wrong = breach(text);
  if (wrong) return wrong;
  const { networkPostId } = parent;
  return json(
    200,
    await commentOf(call, await publish(call, { networkPostId, parentId, text, idLength: 22 })),
  );
}

async function moderate({ context, fields }: SimulatedCall): Promise<WireResponse> {
  const id = textOf(fields, 'id');
  const status = textOf(fields, 'moderationStatus');
  if (!(await context.memory.commentById(id))) return youtubeErrors.answer(YOUTUBE_ERRORS.commentNotFound);
  if (status === 'rejected') await context.memory.removeComment(id);
  else await context.memory.hideComment(id, status === 'heldForReview');
  return empty(204);
}

async function remove({ context, fields }: SimulatedCall): Promise<WireResponse> {
  const id = textOf(fields, 'id');
  if (!(await context.memory.commentById(id))) return youtubeErrors.answer(YOUTUBE_ERRORS.commentNotFound);
  await context.memory.removeComment(id);
  return empty(204);
}

export const COMMENT_ROUTES: Readonly<Record<string, Handler>> = {
  'POST /youtube/v3/commentThreads': addThread,
  'GET /youtube/v3/commentThreads': listThreads,
  'POST /youtube/v3/comments': addReply,
  'GET /youtube/v3/comments': listComments,
  'POST /youtube/v3/comments/setModerationStatus': moderate,
  'DELETE /youtube/v3/comments': remove,
};
