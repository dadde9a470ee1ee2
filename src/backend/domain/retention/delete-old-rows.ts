import type { Store } from '../../store/store.js';

/** Rows deleted per transaction, small enough not to delay other writes noticeably. */
export const BATCH_SIZE = 500;

/** How many rows a batch deleted, and whether there are more. */
export interface Removed {
  readonly rows: number;
  readonly more: boolean;
}

/** The rows of a workspace to delete. */
export interface OldRows {
  readonly workspaceId: string;
  /** Workspace time, epoch milliseconds. */
  readonly before: number;
}

/**
 * Deletes a workspace's oldest events or activity, up to the first row that is recent enough. The last row of the
 * whole table is kept, because it holds the end of the log.
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
 * Deletes a webhook's old deliveries. Pending ones stay.
 *
 * @param after id of the last delivery scanned before
 * @returns the id scanned up to; null if no old deliveries are left
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
    const old = firstKept < 0 ? rows : rows.slice(0, firstKept);
    const ended = old.flatMap(({ id, status }) => (status === 'pending' ? [] : id));
    if (ended.length > 0) await trx.deleteFrom('webhook_deliveries').where('id', 'in', ended).execute();
    return { rows: ended.length, upTo: old.length === BATCH_SIZE ? (old.at(-1)?.id ?? null) : null };
  });
}
