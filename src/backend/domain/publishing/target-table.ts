import { sql } from 'kysely';
import type { DueTable } from '../../work/due-table.js';

/** Targets fall due at the time of their post, and are claimed a little ahead of it. */
export const TARGETS: DueTable = {
  name: 'targets',
  attempt: 'attempt',
  claimedStatus: 'publishing',
  aheadStatus: 'pending',
  claimable: ({ closed }) =>
    closed.length > 0 ? sql`targets.platform not in (${sql.join([...closed])})` : null,
  openRows: (workspaceId) => sql`status in ('pending', 'publishing') and post_id in (
    select id from posts where workspace_id = ${workspaceId}
      and status in ('scheduled', 'queued', 'publishing', 'unknown'))`,
  startedRows: sql`targets.status = 'publishing' and targets.post_id in (
    select posts.id from posts where posts.status = 'publishing'
      and posts.workspace_id in (select workspaces.id from workspaces))`,
  writtenColumn: 'updated_at',
  waitingSince: sql.ref('targets.updated_at'),
};
