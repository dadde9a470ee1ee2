import { sql } from 'kysely';
import type { OPERATIONS, OperationId } from '../../contract/operations.js';
import { insertRows } from './queries/prepared.js';
import type { PostRow } from './schema.js';
import type { Write } from './store.js';

/** Operations that need no key are not recorded. */
type KeyedOperation = {
  [Id in OperationId]: (typeof OPERATIONS)[Id]['access'] extends 'public' ? never : Id;
}[OperationId];

/** How activity names a request to the MCP endpoint. */
export const MCP_CALL = 'POST /mcp';

/** What activity records: operations of the API, and what only the dashboard and the command line can do. */
export type ActivityOperation =
  | KeyedOperation
  | typeof MCP_CALL
  | 'keys.create'
  | 'keys.revoke'
  | 'assistants.connect'
  | 'assistants.change'
  | 'assistants.end'
  | 'sessions.end'
  | 'workspace.change'
  | 'people.join'
  | 'people.rename'
  | 'password.change'
  | 'factors.change';

export interface NewActivity {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly operation: ActivityOperation;
  readonly objectId: string | null;
  readonly summary: string;
  /** The first line of the post as the change left it. */
  readonly excerpt?: string;
  readonly requestId: string;
  readonly now: number;
}

/** Who makes a change, in which request, and when (workspace time). */
export type ChangedBy = Pick<NewActivity, 'apiKeyId' | 'requestId' | 'now'>;

/** Records which key changed what, in the transaction of the change. */
export async function recordActivity(trx: Write, entry: NewActivity): Promise<void> {
  await insertRows(trx, 'activity', [
    {
      workspace_id: entry.workspaceId,
      api_key_id: entry.apiKeyId,
      operation: entry.operation,
      object_id: entry.objectId,
      summary: entry.summary,
      excerpt: entry.excerpt ?? null,
      request_id: entry.requestId,
      created_at: entry.now,
    },
  ]);
}

/** Forgets what activity quotes of a post, in the transaction that deletes it. */
export async function forgetExcerpts(
  trx: Write,
  { id, workspace_id: workspaceId }: Pick<PostRow, 'id' | 'workspace_id'>,
): Promise<void> {
  await trx
    .updateTable('activity')
    .set({ excerpt: null })
    .where('workspace_id', '=', workspaceId)
    .where('object_id', '=', id)
    .where('excerpt', 'is not', null)
    .execute();
}

/** More rows than any call writes. */
const MAX_ROWS_PER_CALL = 8;

/** Records which MCP tool made a call, in the transaction that just recorded the change. */
export async function nameTool(
  trx: Write,
  call: Pick<NewActivity, 'apiKeyId' | 'requestId'> & { readonly tool: string },
): Promise<void> {
  await trx
    .updateTable('activity')
    .set({ tool: call.tool })
    .where('seq', '>', (query) =>
      query.selectFrom('activity').select(sql<number>`max(seq) - ${MAX_ROWS_PER_CALL}`.as('earlier')),
    )
    .where('api_key_id', '=', call.apiKeyId)
    .where('request_id', '=', call.requestId)
    .where('tool', 'is', null)
    .execute();
}
