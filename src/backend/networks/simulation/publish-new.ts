import type { SimulatedPost } from '../simulator.js';
import type { SimulatedCall } from './network-server.js';

type NewPost = Pick<SimulatedPost, 'networkPostId' | 'path' | 'text' | 'rawCall'> & Partial<SimulatedPost>;

/** Ids that a network makes up are long: a second clash in a row does not happen by chance. */
const TRIES = 5;

/** Stores a post of the calling account under an id that is still free. */
export async function publishNew(
  { account, context }: SimulatedCall,
  make: () => NewPost,
): Promise<SimulatedPost> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const post: SimulatedPost = {
      title: null,
      link: null,
      mediaIds: [],
      key: null,
      ...make(),
      networkUserId: account.networkUserId,
      createdAt: context.now,
    };
    if (await context.memory.addPost(post)) return post;
  }
  throw new Error('The simulated network found no free id for a post.');
}
