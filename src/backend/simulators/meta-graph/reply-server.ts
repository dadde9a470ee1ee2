import { json } from '../../networks/answers.js';
import type { WireResponse } from '../../networks/wire.js';
import { type Handler, type SimulatedCall, textOf } from '../shared/network-server.js';
import { answeredBy } from '../shared/thread-of.js';
import type { SimulatedComment } from '../simulated-inbox.js';
import type { SimulatedPost } from '../simulator.js';
import { graphPage, graphTime, unknownObject } from './comment-server.js';

/** Replies on Threads: those of the account are posts, those of others are stored as comments. */

const MAX_POSTS = 1000;

/** A reply below a post. */
interface Reply {
  readonly id: string;
  readonly username: string;
  readonly text: string;
  readonly answers: string;
  readonly isOwn: boolean;
  readonly hidden: boolean;
  readonly createdAt: number;
}

function ofComment({ handle }: { readonly handle: string }, comment: SimulatedComment): Reply {
  const { commentId: id, networkPostId, parentId, author, text, hidden = false, createdAt } = comment;
  const username = author?.handle ?? handle;
  return { id, username, text, answers: parentId ?? networkPostId, isOwn: !author, hidden, createdAt };
}

function ofPost({ handle }: { readonly handle: string }, post: SimulatedPost, answers: string): Reply {
  const { networkPostId: id, text, createdAt } = post;
  return { id, username: handle, text, answers, isOwn: true, hidden: false, createdAt };
}

function shown({ id, username, text, answers, isOwn, hidden, createdAt }: Reply, root: string) {
  return {
    ...{ id, text, username },
    permalink: `https://www.threads.com/@${username}/post/${id}`,
    timestamp: graphTime(createdAt),
    is_reply: true,
    root_post: { id: root },
    replied_to: { id: answers },
    is_reply_owned_by_me: isOwn,
    hide_status: hidden ? 'HIDDEN' : 'NOT_HUSHED',
  };
}

/** Everything below a post, newest first. */
async function repliesBelow({ account, context: { memory } }: SimulatedCall, root: SimulatedPost) {
  const comments = await memory.commentsOn(root.networkPostId);
  const own = await memory.postsOf(account.networkUserId, root.createdAt, MAX_POSTS);
  const all = [
    ...comments.map((comment) => ofComment(account, comment)),
    ...own.flatMap((post) => {
      const answers = answeredBy('threads', post.rawCall);
      return answers === null ? [] : [ofPost(account, post, answers)];
    }),
  ].sort((one, other) => one.createdAt - other.createdAt);
  const below = new Set([root.networkPostId]);
  // A reply may have the time of what it replies to.
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { id, answers } of all) if (below.has(answers)) below.add(id);
  }
  return all.filter(({ answers }) => below.has(answers)).reverse();
}

/** GET /{post-id}/conversation */
async function conversation(call: SimulatedCall): Promise<WireResponse> {
  const id = call.params['id'] ?? '';
  const post = await call.context.memory.postById(id);
  if (!post) return unknownObject(id);
  const replies = await repliesBelow(call, post);
  return graphPage(
    replies.map((one) => shown(one, id)),
    call,
  );
}

/** POST /{reply-id}/manage_reply */
async function manageReply({ context, fields, params }: SimulatedCall): Promise<WireResponse> {
  const id = params['id'] ?? '';
  const comment = await context.memory.commentById(id);
  if (!comment) return unknownObject(id);
  if (comment.parentId !== null) {
    const message = 'Only top-level replies can be hidden.';
    return json(400, { error: { message, type: 'THApiException', code: 100, fbtrace_id: 'simulated' } });
  }
  await context.memory.hideComment(id, textOf(fields, 'hide') === 'true');
  return json(200, { success: true });
}

/** GET /{reply-id}; null: nobody else has written a reply with that id. */
export async function readReply({ account, context, params }: SimulatedCall): Promise<WireResponse | null> {
  const comment = await context.memory.commentById(params['id'] ?? '');
  return comment && json(200, shown(ofComment(account, comment), comment.networkPostId));
}

export function replyRoutes(version: string): Readonly<Record<string, Handler>> {
  return {
    [`GET ${version}/:id/conversation`]: conversation,
    [`POST ${version}/:id/manage_reply`]: manageReply,
  };
}
