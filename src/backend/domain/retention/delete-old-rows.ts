import type { Store } from '../../store/store.js';

/** Rows that one transaction removes: others wait no longer than for a few of their own. */
export const BATCH_SIZE = 500;

/** What was to be removed, and whether there is more. */
export interface Removed {
  readonly rows: number;
  readonly more: boolean;
}

/** Which rows of a workspace are old. */
export interface OldRows {
  readonly workspaceId: string;
  /** Workspace time, epoch milliseconds. */
  readonly before: number;
}

/**
 * Forgets a workspace's oldest events or activity: the first of the log up to one that is not old. The last row of
 * all is kept, so that nobody takes the log for shorter than it was.
 */
export function deleteOldestRows(store: Store, table: 'events' | 'activity', old: OldRows): Promise<Removed> {
  const { workspaceId, before } = old;
  return store.write(async (trx) => {
    const { last } = await trx
      .selectFrom(table)
      .select(({ fn }) => fn.max<number | null>('seq').as('last'))
      .executeTakeFirstOrThrow();
    const rows = await trx
      .selectFrom(table)
      .select(['seq', 'created_at'])
      .where('workspace_id', '=', workspaceId)
      .where('seq', '<', last ?? 0)
      .orderBy('seq')
      .limit(BATCH_SIZE)
      .execute();
    const firstKept = rows.findIndex((row) => row.created_at >= before);
    const gone = firstKept < 0 ? rows : rows.slice(0, firstKept);
    const upTo = gone.at(-1)?.seq;
    if (upTo === undefined) return { rows: 0, more: false };
    await trx.deleteFrom(table).where('workspace_id', '=', workspaceId).where('seq', '<=', upTo).execute();
    if (table === 'events') {
      await trx
        .insertInto('forgotten_events')
        .values({ workspace_id: workspaceId, last_seq: upTo })
        .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ last_seq: upTo }))
        .execute();
    }
    return { rows: gone.length, more: gone.length === BATCH_SIZE };
  });
}

/**
 * Forgets what was sent to a webhook long ago. What still waits to be sent stays.
 *
 * @param after id of the last delivery that was looked at
 * @returns where it was looked up to; null: there is nothing old after it
 */
export function deleteOldDeliveries(
  store: Store,
  webhookId: string,
  { before, after }: { readonly before: number; readonly after: string },
): Promise<{ readonly rows: number; readonly upTo: string | null }> {
  return store.write(async (trx) => {
    const rows = await trx
      .selectFrom('webhook_deliveries')
      .select(['id', 'status', 'created_at'])
      .where('webhook_id', '=', webhookId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    const firstKept = rows.findIndex((row) => row.created_at >= before);
    const looked = firstKept < 0 ? rows : rows.slice(0, firstKept);
    const ended = looked.flatMap(({ id, status }) => (status === 'pending' ? [] : id));
    if (ended.length > 0) await trx.deleteFrom('webhook_deliveries').where('id', 'in', ended).execute();
    return { rows: ended.length, upTo: looked.length === BATCH_SIZE ? (looked.at(-1)?.id ?? null) : null };
  });
}
