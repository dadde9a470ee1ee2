import { json } from '../../networks/answers.js';
import type { WireResponse } from '../../networks/wire.js';
import type { Handler, SimulatedCall } from '../shared/network-server.js';
import { textOf } from '../shared/network-server.js';
import type { SimulatedComment, SimulatedPerson } from '../simulated-inbox.js';
import type { SimulatorContext } from '../simulator.js';

/** Comments of one Graph API network. */
export interface CommentEdge {
  /** UTF-16 units. */
  readonly max: number;
  readonly tooLong: WireResponse;
  /** The error for a reply to a comment that cannot be replied to. */
  readonly closed: WireResponse;
  /** Comments on live videos cannot be replied to. */
  readonly liveRefused: boolean;
  /** The edge of a comment for its replies. */
  readonly replies: 'replies' | 'comments';
  /** The field that hides a comment. */
  readonly hides: 'hide' | 'is_hidden';
  readonly idOf: (networkPostId: string, context: SimulatorContext) => string;
  /** What the network calls a post, and the fields of a comment that a post does not have. */
  readonly post: { readonly node: string; readonly lacks: readonly string[] };
  readonly shown: (comment: SimulatedComment, author: SimulatedPerson) => Readonly<Record<string, unknown>>;
}

/** How many comments a list of posts has of each. */
const LISTED_COMMENTS = 25;

/** A time in the Graph API's format: whole seconds, with `+0000`. */
export function graphTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}+0000`;
}

export function unknownObject(id: string): WireResponse {
  return json(400, {
    error: {
      message: `Unsupported request. Object with ID '${id}' does not exist`,
      type: 'GraphMethodException',
      code: 100,
      error_subcode: 33,
      fbtrace_id: 'AxSimulated0trace',
    },
  });
}

/** Reading a post with a field that only comments have; null: it names none. */
export function postLacks({ post }: CommentEdge, { fields }: SimulatedCall): WireResponse | null {
  const lacking = textOf(fields, 'fields')
    .split(',')
    .find((field) => post.lacks.includes(field));
  if (lacking === undefined) return null;
  const message = `(#100) Tried accessing nonexisting field (${lacking}) on node type (${post.node})`;
  return json(400, {
    error: { message, type: 'OAuthException', code: 100, fbtrace_id: 'AxSimulated0trace' },
  });
}

/** One page of a complete list. */
export function graphPage(
  items: readonly Readonly<Record<string, unknown>>[],
  { fields }: Pick<SimulatedCall, 'fields'>,
): WireResponse {
  const limit = Number(textOf(fields, 'limit') || '25');
  const offset = Number(textOf(fields, 'after') || '0');
  const end = String(offset + limit);
  const next = items.length > offset + limit ? { next: `after=${end}` } : {};
  return json(200, {
    data: items.slice(offset, offset + limit),
    paging: { cursors: { before: String(offset), after: end }, ...next },
  });
}

async function authorOf(comment: SimulatedComment, { memory }: SimulatorContext): Promise<SimulatedPerson> {
  if (comment.author) return comment.author;
  const { networkUserId } = comment;
  const account = await memory.accountById(networkUserId);
  return account ?? { networkUserId, handle: networkUserId, displayName: networkUserId };
}

/** POST /{post-id}/comments, POST /{comment-id}/replies or /comments */
async function addComment(edge: CommentEdge, call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields, params } = call;
  const id = params['id'] ?? '';
  const text = textOf(fields, 'message');
  const parent = await context.memory.commentById(id);
  const networkPostId = parent?.networkPostId ?? id;
  if (!(await context.memory.postById(networkPostId))) return unknownObject(id);
  if (text.length > edge.max) return edge.tooLong;
  if (parent && (parent.hidden || (parent.live && edge.liveRefused))) return edge.closed;
  const commentId = edge.idOf(networkPostId, context);
  await context.memory.addComment({
    commentId,
    networkPostId,
    // There is one level of replies: a reply to a reply moves up.
    parentId: parent ? (parent.parentId ?? parent.commentId) : null,
    networkUserId: account.networkUserId,
    text,
    createdAt: context.now,
  });
  return json(200, { id: commentId });
}

/** GET /{post-id}/comments: newest first, with replies nested, or flat with `filter=stream`. */
async function listComments(edge: CommentEdge, call: SimulatedCall): Promise<WireResponse> {
  const { context, fields, params } = call;
  const id = params['id'] ?? '';
  const parent = await context.memory.commentById(id);
  const all = [...(await context.memory.commentsOn(parent?.networkPostId ?? id))];
  const shown = async (comment: SimulatedComment) => edge.shown(comment, await authorOf(comment, context));
  const listed = all.filter(({ parentId }) =>
    parent ? parentId === id : parentId === null || textOf(fields, 'filter') === 'stream',
  );
  const nests = /\breplies\b/.test(textOf(fields, 'fields'));
  const items = await Promise.all(
    listed.reverse().map(async (comment) => {
      const replies = nests ? all.filter(({ parentId }) => parentId === comment.commentId) : [];
      const data = await Promise.all(replies.map(shown));
      return { ...(await shown(comment)), ...(data.length > 0 && { replies: { data } }) };
    }),
  );
  return graphPage(items, call);
}

/** Comments on a post as a list of posts has them: newest first; replies within their comment, or among the others. */
export async function newestComments(
  edge: CommentEdge,
  context: SimulatorContext,
  networkPostId: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const all = [...(await context.memory.commentsOn(networkPostId))].reverse();
  const newest = (parentId: string | null) => all.filter((one) => one.parentId === parentId);
  const listed = edge.replies === 'replies' ? newest(null) : all;
  const shown = async (comment: SimulatedComment) => edge.shown(comment, await authorOf(comment, context));
  const first = (comments: readonly SimulatedComment[]) =>
    Promise.all(comments.slice(0, LISTED_COMMENTS).map(shown));
  return Promise.all(
    listed.slice(0, LISTED_COMMENTS).map(async (comment) => {
      const data = edge.replies === 'replies' ? await first(newest(comment.commentId)) : [];
      return { ...(await shown(comment)), ...(data.length > 0 && { replies: { data } }) };
    }),
  );
}

/** GET /{comment-id}; null: it is not a comment. */
export async function readComment(edge: CommentEdge, call: SimulatedCall): Promise<WireResponse | null> {
  const comment = await call.context.memory.commentById(call.params['id'] ?? '');
  return comment && json(200, edge.shown(comment, await authorOf(comment, call.context)));
}

/** POST /{comment-id} */
async function hideComment(edge: CommentEdge, { context, fields, params }: SimulatedCall) {
  const id = params['id'] ?? '';
  if (!(await context.memory.commentById(id))) return unknownObject(id);
  await context.memory.hideComment(id, textOf(fields, edge.hides) === 'true');
  return json(200, { success: true });
}

/** DELETE /{comment-id} */
async function deleteComment({ context, params }: SimulatedCall) {
  const id = params['id'] ?? '';
  if (!(await context.memory.commentById(id))) return unknownObject(id);
  await context.memory.removeComment(id);
  return json(200, { success: true });
}

/** The routes of comments, below the path of the API version. */
export function commentRoutes(version: string, edge: CommentEdge): Readonly<Record<string, Handler>> {
  return {
    [`POST ${version}/:id/comments`]: (call) => addComment(edge, call),
    [`GET ${version}/:id/comments`]: (call) => listComments(edge, call),
    [`POST ${version}/:id/${edge.replies}`]: (call) => addComment(edge, call),
    [`GET ${version}/:id/${edge.replies}`]: (call) => listComments(edge, call),
    [`POST ${version}/:id`]: (call) => hideComment(edge, call),
    [`DELETE ${version}/:id`]: deleteComment,
  };
}

/** The routes that publish. */
export function commentPublishing(version: string, edge: CommentEdge): readonly string[] {
  return [...new Set([`POST ${version}/:id/comments`, `POST ${version}/:id/${edge.replies}`])];
}
