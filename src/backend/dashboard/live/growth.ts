import { sql } from 'kysely';
import type { Queries } from '../../store/store.js';

/**
 * How far both logs have come, for all workspaces together: it grows with whatever happens, whoever caused it.
 * (Events tell what became of things, activity tells what somebody changed.)
 */
export async function lastOfBothLogs(db: Queries): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select (select coalesce(max(seq), 0) from events) + (select coalesce(max(seq), 0) from activity) as last
  `.execute(db);
  return rows[0]?.last ?? 0;
}

/** How far they have come for one workspace: it differs from an earlier mark where something has happened. */
export async function markOfWorkspace(db: Queries, workspaceId: string): Promise<string> {
  const { rows } = await sql<{ event: number | null; act: number | null }>`
    select (select max(seq) from events where workspace_id = ${workspaceId}) as event,
      (select max(seq) from activity where workspace_id = ${workspaceId}) as act
  `.execute(db);
  return `${rows[0]?.event ?? 0} ${rows[0]?.act ?? 0}`;
}
