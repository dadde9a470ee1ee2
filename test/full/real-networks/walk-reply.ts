import { personOf } from '../../../src/backend/simulators/shared/people.js';
import type { Place } from './place.js';

export const QUESTION = 'Do you open on Monday, too?';
export const ANSWER = 'On Monday we are closed.';
/** A comment arrives, and a reply is sent, within this time, in milliseconds. */
export const ANSWERED_WITHIN = { timeout: 30_000, interval: 500 } as const;

/** Somebody comments on the first post that was published. */
export async function writeComment({ signIn }: Place): Promise<void> {
  const { memory } = signIn.network.scene;
  const { networkPostId = '' } = memory.posts[0] ?? {};
  const author = personOf('mia', 'Mia');
  await memory.addComment({
    commentId: `${networkPostId}1`,
    ...{ networkPostId, parentId: null, networkUserId: author.networkUserId, author },
    ...{ text: QUESTION, createdAt: signIn.network.now() },
  });
}

/** How often the network has the answer: on some it is a post of its own. */
export function answersAt({ signIn }: Place): number {
  const { posts, comments } = signIn.network.scene.memory;
  return [...posts, ...comments].filter(({ text }) => text === ANSWER).length;
}
