import type { Write } from './store.js';

export interface NewActivity {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  /** Operation of the contract, `posts.create`. */
  readonly operation: string;
  readonly objectId: string | null;
  readonly summary: string;
  readonly requestId: string;
  readonly now: number;
}

/** Notes which key changed what, in the transaction of the change. */
export async function recordActivity(trx: Write, entry: NewActivity): Promise<void> {
  await trx
    .insertInto('activity')
    .values({
      workspace_id: entry.workspaceId,
      api_key_id: entry.apiKeyId,
      operation: entry.operation,
      object_id: entry.objectId,
      summary: entry.summary,
      request_id: entry.requestId,
      created_at: entry.now,
    })
    .execute();
}
