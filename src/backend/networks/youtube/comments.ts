import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { CommentsAdapter, NetworkComment, OutgoingReply } from '../inbox-adapter.js';
import type { Delivered } from '../outgoing-post.js';
import { ask, bearer, commit, required } from '../requests/exchange.js';
import { listAt, textAt, timeAt, valueAt } from '../requests/json-answer.js';
import { type ListedPage, type ListedPost, listedAt, notReadable, searchPages } from '../requests/lookup.js';
import { YOUTUBE_ERRORS, youtubeErrors } from './errors.js';

/** YouTube's largest page of comments. */
const COMMENTS_PAGE = 100;
const THREADS = '/youtube/v3/commentThreads';
const COMMENTS = '/youtube/v3/comments';
/** As the channel's owner sees a comment: everyone does, or nobody until it is approved. */
export type ModerationStatus = 'published' | 'heldForReview';

/** What says that there is nothing to reply to any more. */
const NO_REPLY: readonly (string | null)[] = [
  YOUTUBE_ERRORS.commentNotFound.code,
  YOUTUBE_ERRORS.parentNotFound.code,
  YOUTUBE_ERRORS.parentPrivate.code,
  YOUTUBE_ERRORS.replyNotSupported.code,
  YOUTUBE_ERRORS.commentsDisabled.code,
  YOUTUBE_ERRORS.videoNotFound.code,
];

type Query = Readonly<Record<string, string>>;

function get(connection: Connection, path: string, query: Query) {
  return ask(youtubeErrors, connection, { method: 'GET', path, query, headers: bearer(connection) });
}

/** A comment's address: the video with the comment shown first. */
export function commentUrl(videoUrl: string, id: string): string {
  return `${videoUrl}&lc=${encodeURIComponent(id)}`;
}

const videoUrl = ({ wire }: Connection, id: string) => `${wire.webUrl}/watch?v=${id}`;

/** A comment as an answer has it; null: it cannot be read. @param videoId of its thread, which replies may not name */
function commentIn(
  connection: Connection,
  one: unknown,
  status: ModerationStatus,
  videoId = textAt(one, 'snippet', 'videoId'),
): NetworkComment | null {
  const id = textAt(one, 'id');
  const author = textAt(one, 'snippet', 'authorChannelId', 'value');
  // The original is only for its author: others get it as it is displayed, which the request asks for as plain text.
  const text = textAt(one, 'snippet', 'textOriginal') ?? textAt(one, 'snippet', 'textDisplay');
  const createdAt = timeAt(one, 'snippet', 'publishedAt');
  if (id === null || author === null || text === null || createdAt === null) return null;
  const name = textAt(one, 'snippet', 'authorDisplayName') ?? author;
  return {
    networkCommentId: id,
    parentId: textAt(one, 'snippet', 'parentId'),
    author: {
      networkUserId: author,
      handle: name.startsWith('@') ? name.slice(1) : null,
      displayName: name.replace(/^@/, ''),
    },
    isOwn: author === connection.account.networkUserId,
    text,
    createdAt,
    hidden: status === 'heldForReview',
    live: false,
    url: videoId === null ? null : commentUrl(videoUrl(connection, videoId), id),
  };
}

/** A comment of a thread, with the video on which it is. */
export interface ThreadComment {
  readonly videoId: string;
  readonly comment: NetworkComment;
}

/** One page of threads: each with its comment and the replies to it that YouTube sends along. */
export async function threadsPage(
  connection: Connection,
  filter: Query,
  status: ModerationStatus,
  page: string | null,
): Promise<{ readonly comments: readonly ThreadComment[]; readonly next: string | null }> {
  const { body } = await get(connection, THREADS, {
    part: 'snippet,replies',
    order: 'time',
    textFormat: 'plainText',
    maxResults: String(COMMENTS_PAGE),
    moderationStatus: status,
    ...filter,
    ...(page !== null && { pageToken: page }),
  });
  const comments = listedAt(body, 'items').flatMap((thread): ThreadComment[] => {
    const videoId = textAt(thread, 'snippet', 'videoId');
    if (videoId === null) return [];
    return [valueAt(thread, 'snippet', 'topLevelComment'), ...listAt(thread, 'replies', 'comments')].flatMap(
      (one) => {
        const comment = commentIn(connection, one, status, videoId);
        return comment ? [{ videoId, comment }] : [];
      },
    );
  });
  return { comments, next: textAt(body, 'nextPageToken') };
}

async function readComment(connection: Connection, id: string): Promise<NetworkComment | null> {
  const { body } = await get(connection, COMMENTS, { part: 'snippet', textFormat: 'plainText', id });
  const [one] = listedAt(body, 'items');
  if (one === undefined) return null;
  const comment = commentIn(connection, one, 'published');
  if (comment) return comment;
  throw notReadable('YouTube’s answer does not contain the comment.');
}

/** A page in which a lookup searches. */
function listedPage(body: unknown, postOf: (one: unknown) => ListedPost): ListedPage {
  const items = listedAt(body, 'items');
  const next = valueAt(body, 'nextPageToken') ?? null;
  if (next === null ? items.length >= COMMENTS_PAGE : typeof next !== 'string') {
    throw notReadable('The list of comments may continue, but the response does not say where.');
  }
  return { posts: items.map(postOf), next: textAt(next) };
}

interface SoughtComment {
  readonly videoUrl: string;
  readonly since: number;
  readonly knownPostIds: readonly string[];
  readonly text: string;
}

function listedComment(
  { account }: Connection,
  { videoUrl: video }: SoughtComment,
  one: unknown,
): ListedPost {
  const id = textAt(one, 'id');
  const author = textAt(one, 'snippet', 'authorChannelId', 'value') || null;
  return {
    networkPostId: id,
    url: commentUrl(video, id ?? ''),
    text: textAt(one, 'snippet', 'textOriginal'),
    createdAt: timeAt(one, 'snippet', 'publishedAt'),
    answers: textAt(one, 'snippet', 'parentId'),
    isOwn: author === null ? null : author === account.networkUserId,
  };
}

/** The channel's comment on a video, with this text. */
export function findTopComment(
  connection: Connection,
  videoId: string,
  sought: SoughtComment,
): Promise<Delivered | null> {
  return searchPages(sought, sought.text, true, async (pageToken) => {
    const { body } = await get(connection, THREADS, {
      part: 'snippet',
      videoId,
      order: 'time',
      maxResults: String(COMMENTS_PAGE),
      ...(pageToken !== null && { pageToken }),
    });
    const top = (thread: unknown) => valueAt(thread, 'snippet', 'topLevelComment');
    return listedPage(body, (thread) => listedComment(connection, sought, top(thread)));
  });
}

/** The channel's reply to a comment, with this text. */
function findReplyTo(
  connection: Connection,
  parentId: string,
  sought: SoughtComment,
): Promise<Delivered | null> {
  return searchPages({ ...sought, answers: parentId }, sought.text, false, async (pageToken) => {
    const { body } = await get(connection, COMMENTS, {
      part: 'snippet',
      parentId,
      maxResults: String(COMMENTS_PAGE),
      ...(pageToken !== null && { pageToken }),
    });
    return listedPage(body, (one) => listedComment(connection, sought, one));
  });
}

/** Publishes a comment on a video, or a reply. Irreversible. @returns its id */
export async function publishComment(
  connection: Connection,
  {
    videoId,
    parentId,
    text,
  }: { readonly videoId: string; readonly parentId: string | null; readonly text: string },
): Promise<string> {
  const response = await commit(youtubeErrors, connection, {
    method: 'POST',
    path: parentId === null ? THREADS : COMMENTS,
    query: { part: 'snippet' },
    headers: { ...bearer(connection), 'content-type': 'application/json; charset=UTF-8' },
    body: {
      snippet:
        parentId === null
          ? { videoId, topLevelComment: { snippet: { textOriginal: text } } }
          : { parentId, textOriginal: text },
    },
  });
  return required(textAt(response.body, 'id'), response);
}

function asReply(cause: unknown): unknown {
  if (!(cause instanceof NetworkRefusal) || !NO_REPLY.includes(cause.answer.code)) return cause;
  return new NetworkRefusal('reply_not_possible', cause.message, cause.answer);
}

async function moderate(connection: Connection, id: string, moderationStatus: string): Promise<void> {
  await ask(youtubeErrors, connection, {
    method: 'POST',
    path: `${COMMENTS}/setModerationStatus`,
    query: { id, moderationStatus },
    headers: bearer(connection),
  });
}

/** There is one level of replies: a reply to a reply is one to the comment at the top. */
const parentOf = ({ attachesTo, parentId }: OutgoingReply): string | null => attachesTo ?? parentId;

/** Comments on the channel's videos. Those that YouTube holds for review count as hidden until somebody shows them. */
export const youtubeComments: CommentsAdapter = {
  async list(connection, videoId, page) {
    try {
      const shown = await threadsPage(connection, { videoId }, 'published', page);
      const held =
        page === null ? await threadsPage(connection, { videoId }, 'heldForReview', null) : { comments: [] };
      const items = [...shown.comments, ...held.comments].map(({ comment }) => comment);
      return { items: items.sort((one, other) => other.createdAt - one.createdAt), next: shown.next };
    } catch (cause) {
      const isGone =
        cause instanceof NetworkRefusal && cause.answer.code === YOUTUBE_ERRORS.videoNotFound.code;
      if (isGone) return null;
      throw cause;
    }
  },

  read: readComment,

  isGone: async (connection, id) => (await readComment(connection, id)) === null,

  async reply(connection, reply) {
    const { networkPostId: videoId, text } = reply;
    try {
      const id = await publishComment(connection, { videoId, parentId: parentOf(reply), text });
      return {
        networkPostId: id,
        url: commentUrl(videoUrl(connection, videoId), id),
        adopted: false,
      };
    } catch (cause) {
      throw asReply(cause);
    }
  },

  findReply(connection, reply) {
    const { networkPostId: videoId, since, knownIds: knownPostIds, text } = reply;
    const sought = { videoUrl: videoUrl(connection, videoId), since, knownPostIds, text };
    const parentId = parentOf(reply);
    return parentId === null
      ? findTopComment(connection, videoId, sought)
      : findReplyTo(connection, parentId, sought);
  },

  setHidden: (connection, id, hidden) => moderate(connection, id, hidden ? 'heldForReview' : 'published'),

  /** A comment of somebody else cannot be deleted, but rejected: nobody sees it any more. */
  async remove(connection, id) {
    const comment = await readComment(connection, id);
    if (comment === null) return;
    if (!comment.isOwn) return moderate(connection, id, 'rejected');
    await ask(youtubeErrors, connection, {
      method: 'DELETE',
      path: COMMENTS,
      query: { id },
      headers: bearer(connection),
    });
  },
};
