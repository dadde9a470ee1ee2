import type { Platform } from '../../../contract/platforms.js';
import type { FieldPath } from '../../networks/network.js';
import { NETWORKS } from '../../networks/registry.js';
import { textAt } from '../../networks/requests/json-answer.js';
import type { SimulatedMemory, SimulatedPost, SimulatorContext } from '../simulator.js';
import { repliesTo } from './audience.js';

/** The most posts of an account that are searched for replies. */
const MAX_SEARCHED = 1000;

function fieldOf(rawCall: unknown, path: FieldPath | undefined): string | null {
  return path ? textAt(rawCall, ...path) || null : null;
}

/** The network's id of the post that a request replies to; null: it begins a conversation. */
export function answeredBy(platform: Platform, rawCall: unknown): string | null {
  return fieldOf(rawCall, NETWORKS[platform].replyField);
}

/** The content warning of a post; null: none. */
export function warningOf(platform: Platform, rawCall: unknown): string | null {
  return fieldOf(rawCall, NETWORKS[platform].warningField);
}

/** Whether there is a post or a reply to which somebody can reply. */
export async function canBeAnswered({ memory }: SimulatorContext, id: string): Promise<boolean> {
  return (await memory.postById(id)) !== null || (await memory.commentById(id)) !== null;
}

/** How many direct replies a post has: those of the account are posts, those of others are comments. */
export async function countReplies(
  platform: Platform,
  post: SimulatedPost,
  memory: SimulatedMemory,
): Promise<number> {
  const { networkPostId, networkUserId, createdAt } = post;
  const later = await memory.postsOf(networkUserId, createdAt, MAX_SEARCHED);
  const own = later.filter(({ rawCall }) => answeredBy(platform, rawCall) === networkPostId);
  const comments = await memory.commentsOn(networkPostId);
  return repliesTo(post, own.length + comments.filter(({ parentId }) => parentId === null).length);
}
