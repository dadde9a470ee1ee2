import type { Platform } from '../../contract/platforms.js';
import type { PageComment, PagePost } from './post-page/network-page.js';
import { answeredBy, warningOf } from './shared/thread-of.js';
import type { SimulatedComment } from './simulated-inbox.js';
import type { SimulatedFile, SimulatedMemory, SimulatedPost } from './simulator.js';

/** The thread and comments of a post. */
export interface Conversation {
  /** In the order of the thread. */
  readonly before: readonly PagePost[];
  readonly after: readonly PagePost[];
  /** Oldest first, replies below their comment. */
  readonly comments: readonly PageComment[];
}

/** The address of a file on this server. */
export type AddressOf = (file: SimulatedFile) => string;

/** In posts, in each direction. */
const MAX_THREAD_POSTS = 100;
/** The account’s later posts to scan for the rest of a thread. */
const MAX_POSTS_SCANNED = 1000;

/** Converts a stored post for its page. */
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
    card,
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
    ...(card && {
      card: { title, description: card.description, imageUrl: card.image && addressOf(card.image) },
    }),
    warning: warningOf(platform, rawCall),
    answers: answeredBy(platform, rawCall),
    rawCall,
    ...(madeBy && { madeBy }),
    ...(answer && { answer }),
  };
}

/** Reads the thread and comments of a post from its network’s memory. */
export async function conversationAround(
  memory: SimulatedMemory,
  platform: Platform,
  post: SimulatedPost,
  addressOf: AddressOf,
): Promise<Conversation> {
  const before: SimulatedPost[] = [];
  for (let id = answeredBy(platform, post.rawCall); id !== null && before.length < MAX_THREAD_POSTS; ) {
    const parent = await memory.postById(id);
    if (parent === null) break;
    before.unshift(parent);
    id = answeredBy(platform, parent.rawCall);
  }
  const later = await memory.postsOf(post.networkUserId, post.createdAt, MAX_POSTS_SCANNED);
  const answersTo = new Map(later.map((one) => [answeredBy(platform, one.rawCall), one]));
  const after: SimulatedPost[] = [];
  let next = answersTo.get(post.networkPostId);
  while (next !== undefined && after.length < MAX_THREAD_POSTS) {
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

/** The visible comments, with without hidden ones, each followed by its replies. */
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
