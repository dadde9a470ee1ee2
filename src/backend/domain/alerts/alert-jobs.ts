import { sql } from 'kysely';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import type { AlertChannelRow } from '../../store/tables/alert-rows.js';
import { wakeAt, workspaceNow } from '../../store/workspace-clock.js';
import { type ClaimOptions, claimedBy, isDue, workspaceTimeOf } from '../../work/due-table.js';
import { ALERT_CHANNELS } from './alert-table.js';
import { ALERT_INTERVAL_MS, ALERT_RETRY_MS } from './alert-times.js';

/** An alert that belongs to this process until its lease runs out. */
export interface ClaimedAlert {
  readonly channel: AlertChannelRow;
  readonly workspace: WorkspaceRow;
}

/** Claims channels with something to tell, and rescues those of a process that died: these send the same alert again. */
export function claimAlerts(store: Store, options: ClaimOptions): Promise<readonly ClaimedAlert[]> {
  return store.write(async (trx) => {
    const channels = await trx
      .updateTable('alert_channels')
      .set({
        ...claimedBy(options),
        attempt: sql`attempt + 1`,
        last_attempt_at: workspaceTimeOf('alert_channels', options.now),
        sent_number: sql`case when sending_json is null then sent_number + 1 else sent_number end`,
        gathered_json: sql`case when sending_json is null then null else gathered_json end`,
        sending_json: sql`coalesce(sending_json, gathered_json)`,
      })
      .where('id', 'in', (query) =>
        query
          .selectFrom('alert_channels')
          .select('id')
          .where(isDue(ALERT_CHANNELS, options))
          .orderBy('wake_at')
          .limit(options.limit),
      )
      .returningAll()
      .execute();
    if (channels.length === 0) return [];
    const ids = channels.map(({ workspace_id: id }) => id);
    const workspaces = await trx.selectFrom('workspaces').selectAll().where('id', 'in', ids).execute();
    return channels.flatMap((channel) => {
      const workspace = workspaces.find(({ id }) => id === channel.workspace_id);
      return workspace ? [{ channel, workspace }] : [];
    });
  });
}

/** How an attempt ended: `error` null, it arrived. */
export interface AlertOutcome {
  readonly error: string | null;
  /** What the receiver asked for, in milliseconds. */
  readonly retryAfterMs?: number | null;
}

/**
 * Records how an attempt ended.
 *
 * @returns what became of the alert; null where another process has it now
 */
export function settleAlert(
  store: Store,
  { channel, workspace }: ClaimedAlert,
  { error, retryAfterMs }: AlertOutcome,
  systemNow: number,
): Promise<'sent' | 'retry' | 'failed' | null> {
  return store.write(async (trx) => {
    const current = await trx
      .selectFrom('alert_channels')
      .select('gathered_json')
      .where('id', '=', channel.id)
      .where('attempt', '=', channel.attempt)
      .forUpdate()
      .executeTakeFirst();
    if (!current) return null;
    const now = workspaceNow(workspace, systemNow);
    const planned = ALERT_RETRY_MS[channel.attempt - channel.attempt_base - 1];
    const pause = error === null || planned === undefined ? null : Math.max(planned, retryAfterMs ?? 0);
    const isOver = pause === null;
    const hasMore = current.gathered_json !== null;
    const dueAt = pause !== null ? now + pause : hasMore ? now + ALERT_INTERVAL_MS : null;
    await trx
      .updateTable('alert_channels')
      .set({
        ...(isOver && { sending_json: null, attempt_base: channel.attempt }),
        ...(error === null && { last_sent_at: now }),
        error,
        failing_since: error === null ? null : (channel.failing_since ?? now),
        due_at: dueAt,
        wake_at: dueAt === null ? null : wakeAt(workspace, dueAt, systemNow),
        lease_until: null,
      })
      .where('id', '=', channel.id)
      .where('attempt', '=', channel.attempt)
      .execute();
    if (error === null) return 'sent';
    return isOver ? 'failed' : 'retry';
  });
}
