import * as z from 'zod';
import type { Comment, CommentPage, CommentThread } from '../../../../contract/inbox/comments.js';
import { DEFAULT_PAGE_SIZE } from '../../../../contract/lists.js';
import type { Call } from '../../../operations/call.js';
import { readCursor, writeCursor } from '../../../operations/cursor.js';
import { bytesOfJson, fittingItems, listPage } from '../../../operations/list-page.js';
import { listedRange } from '../../../operations/listed-range.js';
import { RequestRefused } from '../../../operations/refusal.js';
import { pageRows } from '../../../store/queries/page-rows.js';
import type { Queries } from '../../../store/store.js';
import type { CommentRow } from '../../../store/tables/inbox-rows.js';
import { workspaceNow } from '../../../store/workspace-clock.js';
import { requireAccountIfNamed } from '../../accounts/require-account.js';
import { noSuchPost } from '../../posts/no-such-post.js';
import { findComment, ownRepliesTo, replyCounts } from '../comment-records.js';
import { COMMENT_BYTES, commentPlace, commentsAt, findComments } from './comment-list.js';
import { type ViewContext, viewComment } from './view-comment.js';

const Position = z.tuple([z.number().int(), z.number().int()]);

/** How many replies a page of a thread has by default. */
const THREAD_PAGE = 100;

type AnyCall = Pick<Call<'comments.get'>, 'caller' | 'services'>;

/** The time and zone by which comments are shown. */
export function viewContextOf({ caller, services }: AnyCall): ViewContext {
  const { workspace } = caller;
  return {
    now: workspaceNow(workspace, services.clock.now()),
    timezone: workspace.timezone,
    simulated: workspace.sandbox === 1,
    isRehearsal: services.rehearsal !== null,
    publicUrl: services.publicUrl,
  };
}

/** Comments with your own replies to them. */
async function viewComments(
  db: Queries,
  rows: readonly CommentRow[],
  context: ViewContext,
): Promise<Comment[]> {
  const ids = rows.map(({ id }) => id);
  const [answers, counts] = await Promise.all([ownRepliesTo(db, ids), replyCounts(db, ids)]);
  const alone = { replies: [], replyCount: 0 };
  return rows.map((row) =>
    viewComment(
      row,
      {
        replies: (answers.get(row.id) ?? []).map((reply) => viewComment(reply, alone, context)),
        replyCount: counts.get(row.id) ?? 0,
      },
      context,
    ),
  );
}

/** @param db the transaction, if this is called within one */
export async function viewOneComment(
  call: AnyCall,
  row: CommentRow,
  db: Queries = call.services.store.db,
): Promise<Comment> {
  const [comment] = await viewComments(db, [row], viewContextOf(call));
  return comment ?? viewComment(row, { replies: [], replyCount: 0 }, viewContextOf(call));
}

export async function listComments(call: Call<'comments.list'>): Promise<CommentPage> {
  const { query, caller, services } = call;
  const { db } = services.store;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const { cursor, limit: _limit, ...filters } = query;
  const list = ['comments.list', caller.workspace.id, filters];
  const position = readCursor(list, cursor, Position);
  await requireAccountIfNamed(db, caller.workspace.id, query.accountId);
  if (query.postId !== undefined) await requirePost(call, query.postId);
  const filter = {
    ...query,
    workspaceId: caller.workspace.id,
    since: listedRange({ from: query.since }, caller.workspace.timezone, 'since')?.from ?? null,
    after: position,
    limit,
  };
  const page = await findComments(db, filter);
  return listPage(list, page, commentPlace, await viewComments(db, page.rows, viewContextOf(call)));
}

async function requirePost({ caller, services }: Call<'comments.list'>, postId: string): Promise<void> {
  const post = await services.store.db
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', caller.workspace.id)
    .where('id', '=', postId)
    .executeTakeFirst();
  if (!post) throw noSuchPost(postId);
}

/** @throws RequestRefused */
export async function requireComment({ caller, services }: AnyCall, id: string): Promise<CommentRow> {
  const row = await findComment(services.store.db, caller.workspace.id, id);
  if (row) return row;
  throw new RequestRefused('comment_not_found', `There is no comment ${id} in this workspace.`);
}

/** The top comment with everything under it, a page of replies at a time. */
export async function getThread(call: Call<'comments.get'>): Promise<CommentThread> {
  const { params, query, caller, services } = call;
  const { db } = services.store;
  const asked = await requireComment(call, params.commentId);
  const first =
    asked.thread_id === asked.id ? asked : await findComment(db, caller.workspace.id, asked.thread_id);
  const root = first ?? asked;
  const limit = query.limit ?? THREAD_PAGE;
  const list = ['comments.get', root.id];
  const position = readCursor(list, query.cursor, Position);
  let found = db
    .selectFrom('comments')
    .select(['id', 'created_at', 'seq', COMMENT_BYTES.as('bytes')])
    .where('thread_id', '=', root.id)
    .where('id', '!=', root.id)
    .where((where) => where.or([where('state', '!=', 'deleted'), where('id', '=', asked.id)]));
  if (position) {
    const [createdAt, seq] = position;
    found = found.where((where) =>
      where(where.refTuple('created_at', 'seq'), '>', where.tuple(createdAt, seq)),
    );
  }
  const rows = await found
    .orderBy('created_at')
    .orderBy('seq')
    .limit(limit + 1)
    .execute();
  const page = pageRows(
    { rows, scannedUpTo: null },
    { limit, placeOf: commentPlace, bytesOf: ({ bytes }) => bytes },
  );
  const context = viewContextOf(call);
  const replies = { ...page, rows: await commentsAt(db, page.rows) };
  const alone = (row: CommentRow) => viewComment(row, { replies: [], replyCount: 0 }, context);
  const top = alone(root);
  const fitting = fittingItems(replies, commentPlace, replies.rows.map(alone), bytesOfJson(top));
  const shown = fitting.rows.map(({ item }) => item);
  const counts = await replyCounts(db, [root.id, ...shown.map(({ id }) => id)]);
  return {
    ...nested(top, shown, counts),
    requestedId: asked.id,
    nextCursor: fitting.next && writeCursor(list, fitting.next),
  };
}

/** Replies under what they answer; those whose parent is on another page stand under the top. */
function nested(top: Comment, page: readonly Comment[], counts: ReadonlyMap<string, number>): Comment {
  const here = new Set<string>(page.map(({ id }) => id));
  const groups = new Map<string, Comment[]>();
  for (const comment of page) {
    const { parentCommentId } = comment;
    const parentId = parentCommentId !== null && here.has(parentCommentId) ? parentCommentId : top.id;
    groups.set(parentId, [...(groups.get(parentId) ?? []), comment]);
  }
  const withReplies = (comment: Comment): Comment => ({
    ...comment,
    replies: (groups.get(comment.id) ?? []).map(withReplies),
    replyCount: counts.get(comment.id) ?? 0,
  });
  return withReplies(top);
}
