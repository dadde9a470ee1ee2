import type { Platform } from '../../contract/platforms.js';
import { answeredBy, warningOf } from '../networks/thread-of.js';
import type { PageComment, PagePost } from './post-page/network-page.js';
import type { SimulatedComment } from './simulated-inbox.js';
import type { SimulatedFile, SimulatedMemory, SimulatedPost } from './simulator.js';

/** What a post's page shows around it: its thread and the comments. */
export interface Conversation {
  /** Starting with the first post of the thread. */
  readonly before: readonly PagePost[];
  readonly after: readonly PagePost[];
  /** Oldest first, each followed by its replies. */
  readonly comments: readonly PageComment[];
}

/** The URL of a file, for a page. */
export type AddressOf = (file: SimulatedFile) => string;

/** The maximum number of posts of a thread on a page. */
const MAX_THREAD_LENGTH = 100;
/** How many of the account's posts are searched for the rest of a thread. */
const MAX_POSTS_SEARCHED = 1000;

/** A post for its page. */
export function pagePostOf(platform: Platform, post: SimulatedPost, addressOf: AddressOf): PagePost {
  const {
    networkPostId,
    path,
    text,
    title,
    link,
    mediaIds,
    media = [],
    createdAt,
    rawCall,
    madeBy,
    answer,
  } = post;
  return {
    networkPostId,
    path,
    text,
    title,
    link,
    mediaIds,
    createdAt,
    media: media.map((one) => ({
      kind: one.contentType.startsWith('video/') ? 'video' : 'image',
      url: addressOf(one),
      altText: one.altText,
      coverUrl: one.cover ? addressOf(one.cover) : null,
    })),
    warning: warningOf(platform, rawCall),
    answers: answeredBy(platform, rawCall),
    rawCall,
    ...(madeBy && { madeBy }),
    ...(answer && { answer }),
  };
}

/** Reads a post's thread and comments from its network's memory. */
export async function conversationAround(
  memory: SimulatedMemory,
  platform: Platform,
  post: SimulatedPost,
  addressOf: AddressOf,
): Promise<Conversation> {
  const before: SimulatedPost[] = [];
  for (let id = answeredBy(platform, post.rawCall); id !== null && before.length < MAX_THREAD_LENGTH; ) {
    const parent = await memory.postById(id);
    if (parent === null) break;
    before.unshift(parent);
    id = answeredBy(platform, parent.rawCall);
  }
  const later = await memory.postsOf(post.networkUserId, post.createdAt, MAX_POSTS_SEARCHED);
  const answersTo = new Map(later.map((one) => [answeredBy(platform, one.rawCall), one]));
  const after: SimulatedPost[] = [];
  let next = answersTo.get(post.networkPostId);
  while (next !== undefined && after.length < MAX_THREAD_LENGTH) {
    after.push(next);
    next = answersTo.get(next.networkPostId);
  }
  const shown = (one: SimulatedPost) => pagePostOf(platform, one, addressOf);
  return {
    before: before.map(shown),
    after: after.map(shown),
    comments: shownComments(await memory.commentsOn(post.networkPostId), post.networkUserId),
  };
}

/** The visible comments, without hidden ones, each followed by its replies. */
function shownComments(all: readonly SimulatedComment[], ownerId: string): PageComment[] {
  const seen = all.filter(({ hidden }) => !hidden);
  const ids = new Set(seen.map(({ commentId }) => commentId));
  const view = ({ text, createdAt, networkUserId, author, parentId }: SimulatedComment): PageComment => ({
    text,
    createdAt,
    isAuthor: networkUserId === ownerId,
    ...(author && { author: { handle: author.handle, displayName: author.displayName } }),
    ...(parentId !== null && { isReply: true }),
  });
  return seen
    .filter(({ parentId }) => parentId === null || !ids.has(parentId))
    .flatMap((top) => [view(top), ...seen.filter(({ parentId }) => parentId === top.commentId).map(view)]);
}
