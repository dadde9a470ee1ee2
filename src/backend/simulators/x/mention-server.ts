import { json } from '../../networks/answers.js';
import { timeOfXId } from '../../networks/id-times.js';
import type { WireResponse } from '../../networks/wire.js';
import { type Handler, type SimulatedCall, textOf } from '../shared/network-server.js';
import type { SimulatedComment, SimulatedPerson } from '../simulated-inbox.js';

/** The newest posts of the account whose replies are looked through. */
const MAX_POSTS = 1000;

/** A reply of somebody else, as the API returns it. */
export function replyShown(comment: SimulatedComment, handle: string) {
  const { commentId, networkPostId, parentId, author, networkUserId, text, createdAt } = comment;
  return {
    id: commentId,
    author_id: author?.networkUserId ?? networkUserId,
    conversation_id: networkPostId,
    created_at: `${new Date(createdAt).toISOString().slice(0, 19)}.000Z`,
    text: `@${handle} ${text}`,
    referenced_tweets: [{ type: 'replied_to', id: parentId ?? networkPostId }],
  };
}

/** The people who are named beside posts. */
export function peopleShown(people: readonly (SimulatedPerson | undefined)[]) {
  const users = people.flatMap((one) =>
    one ? [{ id: one.networkUserId, name: one.displayName, username: one.handle }] : [],
  );
  return users.length === 0 ? {} : { includes: { users } };
}

const timeOf = ({ commentId, createdAt }: SimulatedComment): number => timeOfXId(commentId) ?? createdAt;

/** Replies to posts of the account: X mentions it in each. Newest first. */
async function mentions({ account, context, fields }: SimulatedCall): Promise<WireResponse> {
  const { memory } = context;
  const posts = await memory.postsOf(account.networkUserId, 0, MAX_POSTS);
  const lists = await Promise.all(posts.map(({ networkPostId }) => memory.commentsOn(networkPostId)));
  const sinceId = textOf(fields, 'since_id');
  const since = sinceId === '' ? Date.parse(textOf(fields, 'start_time')) || 0 : timeOfXId(sinceId);
  const all = lists
    .flat()
    .filter((one) => one.author && timeOf(one) >= (since ?? 0) && one.commentId !== sinceId)
    .sort((one, other) => timeOf(other) - timeOf(one));
  const limit = Number(textOf(fields, 'max_results') || '10');
  const start = Number(textOf(fields, 'pagination_token') || '0');
  const page = all.slice(start, start + limit);
  const more = all.length > start + limit ? { next_token: String(start + limit) } : {};
  return json(200, {
    ...(page.length > 0 && { data: page.map((one) => replyShown(one, account.handle)) }),
    ...peopleShown(page.map(({ author }) => author)),
    meta: { result_count: page.length, ...more },
  });
}

export const MENTION_ROUTES: Readonly<Record<string, Handler>> = {
  'GET /2/users/:id/mentions': mentions,
};
