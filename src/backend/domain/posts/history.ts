import type { HistoryAction, HistoryEntry } from '../../../contract/posts/posts.js';
import type { KeptEntry } from '../../operations/call.js';
import { ACTOR_COLUMNS, actorOf } from '../../store/post-actors.js';
import { insertRows } from '../../store/queries/prepared.js';
import type { PostRow } from '../../store/schema.js';
import type { Queries, Write } from '../../store/store.js';

/** A field with its values before and after a change. */
export type FieldChange = HistoryEntry['changes'][number];

export interface NewHistoryEntry {
  readonly postId: string;
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly action: HistoryAction;
  readonly changes: readonly FieldChange[];
  /** The version after the change. */
  readonly version: number;
  /** Workspace time. */
  readonly now: number;
}

/** Records a change of a post, in the transaction that makes it. */
export async function recordHistory(trx: Write, entry: NewHistoryEntry): Promise<void> {
  await insertRows(trx, 'post_history', [
    {
      post_id: entry.postId,
      workspace_id: entry.workspaceId,
      api_key_id: entry.apiKeyId,
      action: entry.action,
      changes_json: JSON.stringify(entry.changes),
      version: entry.version,
      created_at: entry.now,
    },
  ]);
}

/** The history of a draft, to restore it if the draft is deleted and that is undone. */
export async function keptHistory(db: Queries, postId: string): Promise<KeptEntry[]> {
  const rows = await db
    .selectFrom('post_history')
    .select(['api_key_id', 'action', 'changes_json', 'version', 'created_at'])
    .where('post_id', '=', postId)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({
    apiKeyId: row.api_key_id,
    action: row.action,
    changes: row.changes_json,
    version: row.version,
    at: row.created_at,
  }));
}

/** Gives a restored draft its history, in the transaction that creates it. */
export async function restoreHistory(
  trx: Write,
  { id, workspace_id }: Pick<PostRow, 'id' | 'workspace_id'>,
  entries: readonly KeptEntry[],
): Promise<void> {
  const rows = entries.map(({ apiKeyId, action, changes, version, at }) => ({
    post_id: id,
    workspace_id,
    api_key_id: apiKeyId,
    action,
    changes_json: changes,
    version,
    created_at: at,
  }));
  // One at a time: their order is their sequence.
  for (const row of rows) await insertRows(trx, 'post_history', [row]);
}

/** Oldest first. */
export async function historyOf(db: Queries, postId: string): Promise<readonly HistoryEntry[]> {
  const rows = await db
    .selectFrom('post_history')
    .leftJoin('api_keys', 'api_keys.id', 'post_history.api_key_id')
    .leftJoin('people', 'people.id', 'api_keys.person_id')
    .selectAll('post_history')
    .select(ACTOR_COLUMNS)
    .where('post_id', '=', postId)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({
    at: new Date(row.created_at).toISOString(),
    // Only `recordHistory` writes this column.
    action: row.action as HistoryAction,
    by: actorOf(row),
    version: row.version,
    changes: JSON.parse(row.changes_json),
  }));
}
