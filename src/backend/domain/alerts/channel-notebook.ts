import type { Clock } from '../../base/clock.js';
import type { Write } from '../../store/store.js';
import type { AlertChannelRow } from '../../store/tables/alert-rows.js';
import { type WorkspaceClock, wakeAt, workspaceNow } from '../../store/workspace-clock.js';
import { ALERT_INTERVAL_MS, GATHER_MS } from './alert-times.js';
import { type Notebook, notebookColumns, readNotebook } from './notebook.js';

/** An address with the clock of its workspace. */
export type LockedChannel = AlertChannelRow & WorkspaceClock;

/** Locks an address, so that no other process gives it the same facts. */
export function lockChannel(trx: Write, id: string): Promise<LockedChannel | undefined> {
  return trx
    .selectFrom('alert_channels')
    .innerJoin('workspaces', 'workspaces.id', 'alert_channels.workspace_id')
    .selectAll('alert_channels')
    .select(['clock_offset_ms', 'clock_frozen_at'])
    .where('alert_channels.id', '=', id)
    .forUpdate('alert_channels')
    .executeTakeFirst();
}

/** What to write so that an address tells what its notebook has: with other facts that are still to come, in time. */
export function tellingColumns(channel: LockedChannel, notebook: Notebook, clock: Clock) {
  const columns = notebookColumns(notebook);
  const { gathered_json: before, told_json: told } = notebookColumns(readNotebook(channel));
  if (columns.gathered_json === before && columns.told_json === told) return null;
  if (columns.gathered_json === null) {
    // An alert that is being sent keeps its time.
    return channel.sending_json === null ? { ...columns, due_at: null, wake_at: null } : columns;
  }
  if (channel.due_at !== null) return columns;
  const systemNow = clock.now();
  const now = workspaceNow(channel, systemNow);
  const due = Math.max(now + GATHER_MS, (channel.last_sent_at ?? 0) + ALERT_INTERVAL_MS);
  return { ...columns, due_at: due, wake_at: wakeAt(channel, due, systemNow) };
}
