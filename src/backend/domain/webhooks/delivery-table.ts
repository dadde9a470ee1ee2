import { sql } from 'kysely';
import type { DueTable } from '../../work/due-table.js';

/**
 * First attempts for one object are sent one after another, in the order of its events. A delivery that has failed once
 * waits for its retry and delays no other.
 */
const isNext = sql<boolean>`status = 'pending' and not exists (
  select 1 from webhook_deliveries earlier
  where earlier.webhook_id = webhook_deliveries.webhook_id
    and earlier.object_id = webhook_deliveries.object_id
    and earlier.event_seq < webhook_deliveries.event_seq
    and earlier.status = 'pending'
    and (earlier.attempts = earlier.attempt_base or earlier.lease_until is not null))`;

/** Webhook deliveries fall due when their event happens, and again for each retry. */
export const DELIVERIES: DueTable = {
  name: 'webhook_deliveries',
  attempt: 'attempts',
  claimedStatus: 'pending',
  claimable: ({ open }) => sql`webhook_deliveries.webhook_id in (${sql.join([...open])}) and ${isNext}`,
  openRows: (workspaceId) => sql`workspace_id = ${workspaceId} and status = 'pending'`,
  startedRows: sql`webhook_deliveries.status = 'pending'
    and webhook_deliveries.workspace_id in (select workspaces.id from workspaces)`,
  writtenColumn: 'last_attempt_at',
  waitingSince: sql`coalesce(webhook_deliveries.last_attempt_at, webhook_deliveries.created_at)`,
};
