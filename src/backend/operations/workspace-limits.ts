import { sql } from 'kysely';
import {
  type LimitedTable,
  limitedInWords,
  WORKSPACE_LIMITS,
} from '../../contract/service/workspace-limits.js';
import type { Queries } from '../store/store.js';
import { refusalOfIssue } from './refusal.js';

const FIXES: Readonly<Record<LimitedTable, string>> = {
  accounts: 'Disconnect those that you no longer use.',
  webhooks: 'Delete those that you no longer need.',
  alert_channels: 'Remove those that nobody reads.',
  sources: 'Delete those that you no longer need: posts created from them stay.',
  schedules: 'Delete those that you no longer need.',
  labels: 'Delete those that you no longer need: their posts stay.',
  saved_texts: 'Delete those that you no longer need.',
  memberships: 'Remove those who no longer need access.',
  invitations: 'Withdraw those that nobody will accept.',
};

/** @throws RequestRefused `limit_reached` if the workspace has as many rows in the table as it may have */
export async function refuseAtLimit(db: Queries, table: LimitedTable, workspaceId: string): Promise<void> {
  const limit = WORKSPACE_LIMITS[table];
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(db);
  const actual = Number(rows[0]?.count ?? 0);
  if (actual < limit) return;
  throw refusalOfIssue('limit_reached', {
    message: `This workspace has ${actual} ${limitedInWords(table)}, and can have at most ${limit}.`,
    actual,
    limit,
    unit: limitedInWords(table),
    fix: FIXES[table],
  });
}
