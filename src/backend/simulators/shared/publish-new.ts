import type { SimulatedPost, SimulatedUpload, UploadChange } from '../simulator.js';
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
 * Publishes an upload as a post of the calling account, and stores the upload's new state in the same transaction: a
 * network that crashes in between publishes nothing.
 *
 * @param stateAfter the state of the published upload
 * @returns null: another request has changed the upload meanwhile, and nothing was stored
 */
export async function publishUpload(
  call: SimulatedCall,
  upload: SimulatedUpload,
  make: () => NewPost,
  stateAfter: (networkPostId: string) => SimulatedUpload['state'],
): Promise<SimulatedPost | null> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const made = make();
    const after = { ...upload, state: stateAfter(made.networkPostId) };
    const post = await storePost(call, made, { before: upload, after });
    if (post) return post;
  }
  return null;
}

/**
 * Stores a post of the calling account with the request that created it.
 *
 * @param change what becomes of the upload that it publishes
 * @returns the post; null: its id or key is already in use, or the upload has changed
 */
export async function storePost(
  { account, context, request, made }: SimulatedCall,
  post: NewPost,
  change?: UploadChange,
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
  if (!(await context.memory.addPost(stored, change))) return null;
  made.push(stored.networkPostId);
  return stored;
}
