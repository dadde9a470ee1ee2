import type { Platform } from '../../contract/platforms.js';
import type { PageComment, PagePost } from './post-page/network-page.js';
import type { SimulatedMemory, SimulatedPost } from './simulator.js';
import { answeredBy, warningOf } from './thread-of.js';

/** What stands around a post on its page: its thread, and the comments under it. */
export interface Conversation {
  /** From the first post of the thread on. */
  readonly before: readonly PagePost[];
  readonly after: readonly PagePost[];
  /** Oldest first. */
  readonly comments: readonly PageComment[];
}

/** The longest thread that a page shows. */
const THREAD_LENGTH = 100;
/** As many of the account's posts are looked through for the rest of a thread. */
const POSTS_LOOKED_THROUGH = 1000;

/** A post as its page shows it. */
export function pagePostOf(platform: Platform, post: SimulatedPost): PagePost {
  const { networkPostId, path, text, title, link, mediaIds, createdAt, rawCall } = post;
  return {
    networkPostId,
    path,
    text,
    title,
    link,
    mediaIds,
    createdAt,
    warning: warningOf(platform, rawCall),
    answers: answeredBy(platform, rawCall),
  };
}

/** Gathers a post's thread and comments from what its network remembers. */
export async function conversationAround(
  memory: SimulatedMemory,
  platform: Platform,
  post: SimulatedPost,
): Promise<Conversation> {
  const before: SimulatedPost[] = [];
  for (let id = answeredBy(platform, post.rawCall); id !== null && before.length < THREAD_LENGTH; ) {
    const parent = await memory.postById(id);
    if (parent === null) break;
    before.unshift(parent);
    id = answeredBy(platform, parent.rawCall);
  }
  const later = await memory.postsOf(post.networkUserId, post.createdAt, POSTS_LOOKED_THROUGH);
  const answersTo = new Map(later.map((one) => [answeredBy(platform, one.rawCall), one]));
  const after: SimulatedPost[] = [];
  let next = answersTo.get(post.networkPostId);
  while (next !== undefined && after.length < THREAD_LENGTH) {
    after.push(next);
    next = answersTo.get(next.networkPostId);
  }
  const shown = (one: SimulatedPost) => pagePostOf(platform, one);
  return {
    before: before.map(shown),
    after: after.map(shown),
    comments: (await memory.commentsOn(post.networkPostId)).map(({ text, createdAt, networkUserId }) => ({
      text,
      createdAt,
      isAuthor: networkUserId === post.networkUserId,
    })),
  };
}
