import type { SimulatedPost } from '../simulator.js';
import type { SimulatedCall } from './network-server.js';
import { requestShown } from './shown-calls.js';

type NewPost = Pick<SimulatedPost, 'networkPostId' | 'path' | 'text' | 'rawCall'> & Partial<SimulatedPost>;

/** Ids that a network makes up are long: a second clash in a row does not happen by chance. */
const TRIES = 5;

/** Stores a post of the calling account under an id that is still free. */
export async function publishNew(call: SimulatedCall, make: () => NewPost): Promise<SimulatedPost> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const post = await storePost(call, make());
    if (post) return post;
  }
  throw new Error('The simulated network found no free id for a post.');
}

/**
 * Stores a post of the calling account, with the request that made it.
 *
 * @returns the post; null where one with that id or key is there already
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
