import type { Actor } from '../../../../contract/posts/actors.js';
import type { HistoryAction } from '../../../../contract/posts/posts.js';
import { changesContent } from '../../../store/content-changes.js';
import { ACTOR_COLUMNS, actorOf } from '../../../store/post-actors.js';
import { inList } from '../../../store/queries/in-list.js';
import type { Queries } from '../../../store/store.js';

/** Somebody who wrote something of a post, or decided about it. */
export interface Writer {
  readonly actor: Actor;
  /** The person behind it; null: nobody knows, it was made in a terminal. */
  readonly personId: string | null;
}

/** Who wrote a post as it is now, and whether somebody else has approved it. */
export interface Authorship {
  readonly drafter: Writer | null;
  /** Who changed its content last; null: nobody but its drafter. */
  readonly writer: Writer | null;
  /** Who released its present content, and is none of the two; null: nobody. */
  readonly approvedBy: Writer | null;
}

const RELEASES: readonly HistoryAction[] = ['approved', 'publish_requested', 'retried'];
const WITHDRAWALS: readonly HistoryAction[] = ['reopened', 'rejected'];

/** Of a post without a history. */
export const NOBODY: Authorship = { drafter: null, writer: null, approvedBy: null };

/** Reads the history of a post. */
export async function authorshipOf(db: Queries, postId: string): Promise<Authorship> {
  return (await authorshipsOf(db, [postId])).get(postId) ?? NOBODY;
}

/** The same for several posts. */
export async function authorshipsOf(
  db: Queries,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, Authorship>> {
  if (postIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('post_history')
    .leftJoin('api_keys', 'api_keys.id', 'post_history.api_key_id')
    .leftJoin('people', 'people.id', 'api_keys.person_id')
    .select(ACTOR_COLUMNS)
    .select(['post_history.post_id', 'post_history.action', 'post_history.changes_json'])
    .select('api_keys.person_id')
    .where('post_history.post_id', 'in', inList(postIds))
    .orderBy('post_history.seq')
    .execute();
  const found = new Map<string, Authorship>();
  for (const row of rows) {
    const actor = actorOf(row);
    const by = actor && { actor, personId: row.person_id };
    const before = found.get(row.post_id) ?? NOBODY;
    const hasContent = () => changesContent(JSON.parse(row.changes_json));
    found.set(row.post_id, after(before, row.action as HistoryAction, by, hasContent));
  }
  return found;
}

function after(
  before: Authorship,
  action: HistoryAction,
  by: Writer | null,
  hasContent: () => boolean,
): Authorship {
  if (action === 'created') return { drafter: by, writer: null, approvedBy: null };
  if (action === 'updated') return hasContent() ? { ...before, writer: by, approvedBy: null } : before;
  if (WITHDRAWALS.includes(action)) return { ...before, approvedBy: null };
  if (!RELEASES.includes(action)) return before;
  return isOther(before, by) ? { ...before, approvedBy: by } : before;
}

/** Whether a person decided who wrote nothing of it. */
function isOther({ drafter, writer }: Authorship, by: Writer | null): boolean {
  if (by?.personId == null) return false;
  return by.personId !== drafter?.personId && by.personId !== writer?.personId;
}
