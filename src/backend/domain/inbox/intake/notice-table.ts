import { sql } from 'kysely';
import type { DueTable } from '../../../work/due-table.js';

/**
 * Notices fall due when they arrive, and again for each retry. One of an account is read at a time: of those that are
 * due, the oldest of those that have failed least often, so that a subject which keeps failing holds up no other.
 */
export const NOTICES: DueTable = {
  name: 'inbox_notices',
  attempt: 'attempt',
  claimable: ({ closed, now }) => {
    const isNext = sql<boolean>`not exists (
      select 1 from inbox_notices other
      where other.account_id = inbox_notices.account_id and other.seq <> inbox_notices.seq
        and (other.lease_until is not null
          or (other.wake_at <= ${now} and (other.attempt, other.seq) < (inbox_notices.attempt, inbox_notices.seq))))`;
    if (closed.length === 0) return isNext;
    return sql`${isNext} and (select platform from accounts where accounts.id = inbox_notices.account_id)
      not in (${sql.join([...closed])})`;
  },
  openRows: (workspaceId) => sql`workspace_id = ${workspaceId}`,
  startedRows: sql`inbox_notices.workspace_id in (select workspaces.id from workspaces)`,
  writtenColumn: 'updated_at',
  waitingSince: sql.ref('inbox_notices.updated_at'),
};
