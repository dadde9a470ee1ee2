import { json } from '../simulation/answers.js';
import { type SimulatedCall, textOf } from '../simulation/network-server.js';
import type { SimulatedComment, SimulatedPost, SimulatorContext } from '../simulator.js';
import type { WireResponse } from '../wire.js';

/** How one network of the Graph family shows comments. */
export interface CommentEdge {
  /** UTF-16 units. */
  readonly max: number;
  readonly tooLong: WireResponse;
  readonly idOf: (post: SimulatedPost, context: SimulatorContext) => string;
  readonly shown: (comment: SimulatedComment) => Readonly<Record<string, unknown>>;
}

/** A time as the Graph API writes it: to the second, with `+0000`. */
export function graphTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}+0000`;
}

function unknownObject(id: string): WireResponse {
  return json(400, {
    error: {
      message: `Unsupported request. Object with ID '${id}' does not exist`,
      type: 'GraphMethodException',
      code: 100,
      error_subcode: 33,
    },
  });
}

/** POST /{post-id}/comments */
export async function addGraphComment(
  edge: CommentEdge,
  { account, context, fields, params }: SimulatedCall,
): Promise<WireResponse> {
  const networkPostId = params['id'] ?? '';
  const text = textOf(fields, 'message');
  const post = await context.memory.postById(networkPostId);
  if (!post) return unknownObject(networkPostId);
  if (text.length > edge.max) return edge.tooLong;
  const commentId = edge.idOf(post, context);
  await context.memory.addComment({
    commentId,
    networkPostId,
    parentId: null,
    networkUserId: account.networkUserId,
    text,
    createdAt: context.now,
  });
  return json(200, { id: commentId });
}

/** GET /{post-id}/comments */
export async function listGraphComments(
  edge: CommentEdge,
  { context, params }: SimulatedCall,
): Promise<WireResponse> {
  const comments = await context.memory.commentsOn(params['id'] ?? '');
  return json(200, { data: comments.map(edge.shown), paging: {} });
}
