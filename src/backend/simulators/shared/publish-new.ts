import type { SimulatedPost } from '../simulator.js';
import type { SimulatedCall } from './network-server.js';
import { requestShown } from './shown-calls.js';

type NewPost = Pick<SimulatedPost, 'networkPostId' | 'path' | 'text' | 'rawCall'> & Partial<SimulatedPost>;

/** Generated ids are long: repeated collisions do not happen by chance. */
const TRIES = 5;

/** Stores a post of the calling account under a new id. */
export async function publishNew(call: SimulatedCall, make: () => NewPost): Promise<SimulatedPost> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const post = await storePost(call, make());
    if (post) return post;
  }
  throw new Error('The simulated network could not generate an unused post id.');
}

/**
 * Stores a post of the calling account with the request that created it.
 *
 * @returns the post; null: its id or key is already in use
 */
export async function storePost(
  { account, context, request, made }: SimulatedCall,
  post: NewPost,
): Promise<SimulatedPost | null> {
  const stored: SimulatedPost = {
    title: null,
    link: null,
    mediaIds: [],
    key: null,
    ...post,
    madeBy: requestShown(request),
    networkUserId: account.networkUserId,
    createdAt: context.now,
  };
  if (!(await context.memory.addPost(stored))) return null;
  made.push(stored.networkPostId);
  return stored;
}
