import type { PostriderClient } from '../../../../client/client.js';
import type { Comment, CommentThread } from '../../../../contract/inbox/comments.js';
import { requestedComment, threadComments } from '../../../../mcp/tools/inbox/comment-facts.js';
import type { Context } from '../../../context.js';

/** Reads the whole thread of a comment, page by page. */
export async function readThread(
  id: string,
  client: PostriderClient,
  { signal }: Context,
): Promise<CommentThread> {
  let thread = await client.comments.get(id, {}, { signal });
  while (thread.nextCursor !== null) {
    const more = await client.comments.get(id, { cursor: thread.nextCursor }, { signal });
    thread = { ...withMore(thread, more.replies), nextCursor: more.nextCursor };
  }
  return thread;
}

/** Reads a single comment. */
export async function readComment(
  id: string,
  client: PostriderClient,
  { signal }: Context,
): Promise<Comment> {
  return requestedComment(await client.comments.get(id, {}, { signal }));
}

/** Adds the replies of a later page below their parents, or below the top comment if the parent is missing. */
function withMore(thread: CommentThread, more: readonly Comment[]): CommentThread {
  const known = new Set<string>(threadComments(thread).map(({ id }) => id));
  const parentOf = ({ parentCommentId }: Comment): string =>
    parentCommentId !== null && known.has(parentCommentId) ? parentCommentId : thread.id;
  const added = <One extends Comment>(comment: One): One => ({
    ...comment,
    replies: [...comment.replies.map(added), ...more.filter((one) => parentOf(one) === comment.id)],
  });
  return added(thread);
}
