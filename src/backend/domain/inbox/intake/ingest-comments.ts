import type { IdSource } from '../../../base/ids.js';
import type { NetworkComment } from '../../../networks/inbox-adapter.js';
import { comparable } from '../../../networks/requests/lookup.js';
import { recordEvent } from '../../../store/events.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Write } from '../../../store/store.js';
import { fromStoredText, toStoredText } from '../../../store/stored-text.js';
import { refreshAwaiting } from '../comment-records.js';

/** The post under which comments were made. */
export interface CommentPlace {
  readonly account: AccountRow;
  readonly postId: string;
  readonly networkPostId: string;
  readonly postUrl: string | null;
}

/**
 * Stores comments from a network, in order: inserts new ones with their events and updates changed ones. It is
 * idempotent.
 *
 * @param now workspace time
 */
export async function ingestComments(
  trx: Write,
  ids: IdSource,
  place: CommentPlace,
  comments: readonly NetworkComment[],
  now: number,
): Promise<void> {
  const oldestFirst = [...comments].sort((one, other) => one.createdAt - other.createdAt);
  // A reply may have the same timestamp, in seconds, as what it replies to.
  const inOrder = [
    ...oldestFirst.filter(({ parentId }) => parentId === null),
    ...oldestFirst.filter(({ parentId }) => parentId !== null),
  ];
  for (const comment of inOrder) {
    if (await isKnown(trx, place, comment)) continue;
    if (comment.isOwn && (await isBeingSent(trx, place, comment))) continue;
    await insert(trx, ids, place, comment, now);
  }
}

async function isKnown(trx: Write, { account }: CommentPlace, comment: NetworkComment): Promise<boolean> {
  const known = await trx
    .selectFrom('comments')
    .select(['id', 'state', 'text', 'status'])
    .where('account_id', '=', account.id)
    .where('network_comment_id', '=', comment.networkCommentId)
    .executeTakeFirst();
  if (!known) return false;
  const state = comment.hidden ? 'hidden' : 'visible';
  if (known.state !== state || known.text !== toStoredText(comment.text)) {
    await trx
      .updateTable('comments')
      .set({ state, text: toStoredText(comment.text) })
      .where('id', '=', known.id)
      .execute();
    // It is there again, so it may await a reply again.
    if (known.state === 'deleted') await refreshAwaiting(trx, known.id, 'itself');
  }
  return true;
}

/** An own reply with an open outcome is not inserted again: its look-up finds it. */
async function isBeingSent(
  trx: Write,
  { account, networkPostId }: CommentPlace,
  comment: NetworkComment,
): Promise<boolean> {
  const open = await trx
    .selectFrom('comments')
    .select('text')
    .where('account_id', '=', account.id)
    .where('network_post_id', '=', networkPostId)
    .where('status', 'in', ['sending', 'unknown'])
    .where('network_comment_id', 'is', null)
    .execute();
  return open.some(({ text }) => comparable(fromStoredText(text)) === comparable(comment.text));
}

async function insert(
  trx: Write,
  ids: IdSource,
  { account, postId, networkPostId, postUrl }: CommentPlace,
  comment: NetworkComment,
  now: number,
): Promise<void> {
  const parent =
    comment.parentId === null
      ? undefined
      : await trx
          .selectFrom('comments')
          .select(['id', 'thread_id'])
          .where('account_id', '=', account.id)
          .where('network_comment_id', '=', comment.parentId)
          .executeTakeFirst();
  const id = ids.next('comment', now);
  const fromOthers = comment.isOwn ? 0 : 1;
  await trx
    .insertInto('comments')
    .values({
      id,
      workspace_id: account.workspace_id,
      account_id: account.id,
      platform: account.platform,
      post_id: postId,
      network_post_id: networkPostId,
      network_comment_id: comment.networkCommentId,
      parent_id: parent?.id ?? null,
      thread_id: parent?.thread_id ?? id,
      author_id: comment.author.networkUserId,
      author_handle: comment.isOwn ? account.handle : (comment.author.handle ?? ''),
      author_name: comment.isOwn ? account.display_name : comment.author.displayName,
      is_own: comment.isOwn ? 1 : 0,
      text: toStoredText(comment.text),
      state: comment.hidden ? 'hidden' : 'visible',
      live: comment.live ? 1 : 0,
      status: null,
      error_json: null,
      listed: fromOthers === 1 || !parent ? 1 : 0,
      awaiting: fromOthers,
      unread: fromOthers,
      url: comment.url ?? postUrl,
      private_message_id: null,
      created_at: comment.createdAt,
    })
    .execute();
  if (comment.isOwn) {
    await refreshAwaiting(trx, id);
    return;
  }
  await recordEvent(trx, ids, {
    workspaceId: account.workspace_id,
    type: 'comment.received',
    objectId: id,
    data: {
      commentId: id,
      postId,
      accountId: account.id,
      platform: account.platform,
    },
    now,
  });
}
