import { expect } from 'vitest';
import {
  type WrittenComment,
  writeComment,
} from '../../../src/backend/simulators/over-http/written-comments.js';
import { answeredBy } from '../../../src/backend/simulators/shared/thread-of.js';
import type { CommentPage } from '../../../src/contract/inbox/comments.js';
import type { PostPage } from '../../../src/contract/posts/posts.js';
import { inboxOf } from '../../../src/networks/capabilities.js';
import type { InboxRules } from '../../../src/networks/inbox-rules.js';
import type { Place, Walk } from './place.js';
import { shownReplies } from './shown-replies.js';
import { expectedOf } from './walk-post.js';

export const QUESTION = 'Do you open on Monday, too?';
export const ANSWER = 'On Monday we are closed.';
/** A comment arrives, and a reply is sent, within this time, in milliseconds. */
export const ANSWERED_WITHIN = { timeout: 30_000, interval: 500 } as const;

/** What Postrider offers of comments to the account; null: nothing. */
export function inboxOfWalk({ signIn: { platform, networkUserId } }: Walk): InboxRules | null {
  return inboxOf(platform, false, networkUserId);
}

/** Whether comments are read only once somebody has chosen it, because the network charges for them. */
export const isPriced = (walk: Walk): boolean => inboxOfWalk(walk)?.polled?.price !== undefined;

/** How often the network was asked who mentions the account. */
export const asksForMentions = ({ signIn }: Place): number =>
  signIn.network.log.filter((line) => line.endsWith('/mentions')).length;

/** Somebody comments on the first post. */
export function askQuestion({ signIn }: Place): Promise<WrittenComment> {
  return writeComment(signIn.network, QUESTION);
}

/** What people ask below a post. */
const questionOn = (text: string): string => `What else of “${text}”?`;

const postsIn = async (test: Place['test']) => (await test.get<PostPage>('/v1/posts?limit=100')).body.data;

/** Somebody comments on every post, but not on stories, which have no comments, and on the later posts of a thread. */
export async function commentOnAll({ signIn: { network }, test }: Place): Promise<void> {
  const statuses = async () => (await postsIn(test)).map(({ status }) => status);
  await expect.poll(statuses, ANSWERED_WITHIN).not.toContain('publishing');
  const { memory, platform } = network.scene;
  const posts = memory.posts.filter(({ text, rawCall }) => text !== '' && !answeredBy(platform, rawCall));
  for (const post of posts) await writeComment(network, questionOn(post.text), post);
}

/** Each of these comments is read, below its own post. */
export async function expectComments(walk: Walk, { test }: Place): Promise<void> {
  const texts = expectedOf(walk.signIn.platform, walk.posts).posts.flatMap(({ text }) => text || []);
  const openings = texts.filter((text) => !walk.posts.some(({ thread }) => thread?.includes(text)));
  const asked = async () => {
    const { data: comments } = (await test.get<CommentPage>('/v1/comments?limit=100')).body;
    const posts = await postsIn(test);
    const textOf = (postId: string) => posts.find(({ id }) => id === postId)?.text;
    return openings.filter((opening) =>
      comments.some(({ text, postId }) => text === questionOn(opening) && textOf(postId) === opening),
    );
  };
  await expect.poll(asked, ANSWERED_WITHIN).toEqual(openings);
}

/** The network shows the answer below the question, once. */
export async function expectAnswer({ signIn }: Place, question: WrittenComment): Promise<void> {
  await expect.poll(() => shownReplies(signIn, question), ANSWERED_WITHIN).toEqual([ANSWER]);
}
