import { sql } from 'kysely';
import type { DueTable } from '../../work/due-table.js';

/** A channel falls due when it has something to tell and enough time has passed since the last alert. */
export const ALERT_CHANNELS: DueTable = {
  name: 'alert_channels',
  attempt: 'attempt',
  claimable: () => null,
  openRows: (workspaceId) => sql`workspace_id = ${workspaceId} and due_at is not null`,
  startedRows: sql`alert_channels.sending_json is not null`,
  writtenColumn: 'last_attempt_at',
  waitingSince: sql`coalesce(alert_channels.last_attempt_at, alert_channels.created_at)`,
};
