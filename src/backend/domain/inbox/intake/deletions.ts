import { NetworkRefusal } from '../../../networks/adapter.js';
import type { NetworkComment } from '../../../networks/inbox-adapter.js';
import { ConnectionFailed } from '../../../networks/wire.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Queries, Write } from '../../../store/store.js';
import { toStoredText } from '../../../store/stored-text.js';
import type { CommentRow } from '../../../store/tables/inbox-rows.js';
import { refreshAwaiting } from '../comment-records.js';
import type { KeepSubject, SubjectDependencies } from './subject-reads.js';

/** Comments that are older are left as they are. */
const CHECKED_MS = 30 * 24 * 60 * 60 * 1000;
/** Comments that one search for the next post reads. */
const MAX_SEARCHED = 500;
/** The newest comments on a post that one look compares. */
const MAX_COMPARED = 500;
/** Comments that one look asks for one by one. */
const MAX_CONFIRMED = 10;
/** The requests of one look at deleted comments. */
export const MAX_CHECK_READS = MAX_CONFIRMED + 2;

/**
 * The next post whose comments are looked through for deleted ones. Posts with comments of the last 30 days take turns,
 * the newest first.
 *
 * @param checked the post of the last turn; null: a round begins
 * @param now workspace time
 */
export async function nextToCheck(
  db: Queries,
  account: AccountRow,
  checked: string | null,
  now: number,
): Promise<{ readonly toCheck: string | null; readonly checked: string | null }> {
  // Both networks number their posts in the order of time.
  const rows = await db
    .selectFrom('comments')
    .select(['network_post_id', 'created_at', 'is_own'])
    .where('account_id', '=', account.id)
    .$if(checked !== null, (query) => query.where('network_post_id', '<', checked ?? ''))
    .orderBy('network_post_id', 'desc')
    .orderBy('created_at', 'desc')
    .limit(MAX_SEARCHED)
    .execute();
  const found = rows.find((row) => row.created_at >= now - CHECKED_MS && row.is_own === 0);
  if (found) return { toCheck: found.network_post_id, checked: found.network_post_id };
  const isEnd = rows.length < MAX_SEARCHED;
  if (isEnd && checked !== null) return nextToCheck(db, account, null, now);
  return { toCheck: null, checked: isEnd ? null : (rows.at(-1)?.network_post_id ?? null) };
}

/**
 * Finds comments that the network no longer has, and those that were edited. What is missing under the post is asked for
 * by itself, because the network may have left it out for another reason.
 *
 * @returns what stores it; null: nothing can be said now, and a later turn looks again
 */
export async function readDeletions(
  { db, account, adapter: { comments }, connect }: SubjectDependencies,
  networkPostId: string,
): Promise<KeepSubject | null> {
  if (!comments?.isGone) return null;
  try {
    const listed = await comments.list?.(connect(), networkPostId, null);
    if (!listed || listed.next !== null) return null;
    const there = new Map(listed.items.map((one) => [one.networkCommentId, one]));
    const known = await db
      .selectFrom('comments')
      .select(['id', 'network_comment_id', 'state', 'text'])
      .where('account_id', '=', account.id)
      .where('network_post_id', '=', networkPostId)
      // The network may take a while to list a reply of ours.
      .where('is_own', '=', 0)
      .where('network_comment_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .limit(MAX_COMPARED)
      .execute();
    const isThere = ({ network_comment_id: id }: (typeof known)[number]) => there.has(id ?? '');
    const missing = known.filter((one) => one.state !== 'deleted' && !isThere(one));
    const gone: string[] = [];
    for (const { network_comment_id: id } of missing.slice(0, MAX_CONFIRMED)) {
      if (id !== null && (await comments.isGone(connect(), id))) gone.push(id);
    }
    return async (trx) => {
      for (const id of gone) await markDeleted(trx, account, id);
      for (const one of known) {
        const now = there.get(one.network_comment_id ?? '');
        if (now) await keepChanges(trx, one, now);
      }
    };
  } catch (error) {
    // A network that is away says nothing of its comments, and must not hold up what is new.
    if (error instanceof NetworkRefusal || error instanceof ConnectionFailed) return null;
    throw error;
  }
}

/** Its text was edited, it was hidden or shown, or its author was suspended or away for a while. */
async function keepChanges(
  trx: Write,
  { id, state: before, text: textBefore }: Pick<CommentRow, 'id' | 'state' | 'text'>,
  now: NetworkComment,
): Promise<void> {
  const state = now.hidden ? 'hidden' : 'visible';
  const text = toStoredText(now.text);
  if (state === before && text === textBefore) return;
  await trx.updateTable('comments').set({ state, text }).where('id', '=', id).execute();
  if (before === 'deleted') await refreshAwaiting(trx, id, 'itself');
}

/** Marks a comment as deleted: the network no longer has it. */
export async function markDeleted(trx: Write, account: AccountRow, networkCommentId: string): Promise<void> {
  await trx
    .updateTable('comments')
    .set({ state: 'deleted', awaiting: 0, unread: 0 })
    .where('account_id', '=', account.id)
    .where('network_comment_id', '=', networkCommentId)
    .execute();
}
