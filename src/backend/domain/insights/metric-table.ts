import { sql } from 'kysely';
import type { DueTable } from '../../work/due-table.js';

/** An account falls due when the numbers of one of its posts, or its followers, are to be read. */
export const METRIC_ACCOUNTS: DueTable = {
  name: 'metric_accounts',
  attempt: 'attempt',
  claimable: ({ closed }) =>
    closed.length > 0
      ? sql`(select platform from accounts where accounts.id = metric_accounts.id)
          not in (${sql.join([...closed])})`
      : null,
  openRows: (workspaceId) => sql`workspace_id = ${workspaceId}`,
  startedRows: sql`metric_accounts.workspace_id in (select workspaces.id from workspaces)`,
  writtenColumn: 'updated_at',
  waitingSince: sql.ref('metric_accounts.updated_at'),
};
