import { sql } from 'kysely';
import type { DueTable } from '../../../work/due-table.js';

/** Replies and messages that are being sent fall due at once, and again for each retry. */
export const SENDS: DueTable = {
  name: 'sends',
  attempt: 'attempt',
  claimedStatus: 'sending',
  claimable: ({ closed }) =>
    closed.length > 0
      ? sql`(select platform from accounts where accounts.id = sends.account_id)
          not in (${sql.join([...closed])})`
      : null,
  openRows: (workspaceId) => sql`workspace_id = ${workspaceId} and status = 'sending'`,
  startedRows: sql`sends.status = 'sending' and sends.workspace_id in (select workspaces.id from workspaces)`,
  writtenColumn: 'updated_at',
  waitingSince: sql.ref('sends.updated_at'),
};
