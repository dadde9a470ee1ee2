import type { ClockAndIds } from '../../../base/clock-and-ids.js';
import { DEMO_ACCOUNTS, simulatedBoards } from '../../../simulators/demo-accounts.js';
import type { AccountRow, WorkspaceRow } from '../../../store/schema.js';
import type { Vault } from '../../../store/sealing/vault.js';
import type { Queries, Store, Write } from '../../../store/store.js';
import { plainFact } from '../../../store/tables/secret-rows.js';
import { workspaceNow } from '../../../store/workspace-clock.js';

/** Connects the demo accounts that a sandbox workspace lacks. Does nothing outside a sandbox. */
export async function connectDemoAccounts(
  store: Store,
  workspace: WorkspaceRow,
  { clock, ids }: ClockAndIds,
): Promise<void> {
  await store.write((trx) => insertDemoAccounts(trx, store.vault, workspace, { clock, ids }));
}

/** The name of the `secrets` row that records the first start. It is not a secret. */
const ROW_NAME = 'first_started';

/**
 * Connects the demo accounts at the first start on a database, and never again: an account that was disconnected stays
 * disconnected.
 *
 * @param wanted false: without demo accounts, also at later starts
 */
export async function connectDemoAccountsOnce(
  store: Store,
  workspace: WorkspaceRow,
  wanted: boolean,
  { clock, ids }: ClockAndIds,
): Promise<void> {
  if (await hasStarted(store.db)) return;
  await store.write(async (trx) => {
    if (await hasStarted(trx)) return;
    const startedAt = plainFact(new Date(clock.now()).toISOString());
    await trx.insertInto('secrets').values({ name: ROW_NAME, value: startedAt }).execute();
    // A database of an older version has no such row, but accounts.
    if (wanted && !(await hasAccounts(trx, workspace)))
      await insertDemoAccounts(trx, store.vault, workspace, { clock, ids });
  });
}

async function hasStarted(db: Queries): Promise<boolean> {
  const row = await db.selectFrom('secrets').select('name').where('name', '=', ROW_NAME).executeTakeFirst();
  return row !== undefined;
}

async function hasAccounts(db: Queries, { id }: WorkspaceRow): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('workspace_id', '=', id).executeTakeFirst();
  return row !== undefined;
}

async function insertDemoAccounts(
  trx: Write,
  vault: Vault,
  workspace: WorkspaceRow,
  { clock, ids }: ClockAndIds,
): Promise<void> {
  if (workspace.sandbox === 0) return;
  const now = workspaceNow(workspace, clock.now());
  const rows: AccountRow[] = DEMO_ACCOUNTS.map((account) => {
    const id = ids.next('account', now);
    return {
      id,
      workspace_id: workspace.id,
      platform: account.platform,
      network_user_id: account.networkUserId,
      handle: account.handle,
      display_name: account.displayName,
      simulated: 1,
      origin: null,
      avatar_url: null,
      profile_url: null,
      app_review: null,
      premium: 0,
      limits_json: null,
      inbox_withheld: null,
      notices_problem: null,
      notices_since: null,
      noticed_at: null,
      reads_metrics: null,
      reads_comments: null,
      link_tags_json: null,
      boards_json: simulatedBoards(account.platform),
      board_id: null,
      credentials_json: vault.sealAccount({ id, platform: account.platform }, account.credentials),
      health_status: 'healthy',
      health_reason: null,
      health_action: null,
      health_checked_at: now,
      token_expires_at: null,
      connected_at: now,
    };
  });
  await trx
    .insertInto('accounts')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'platform', 'network_user_id']).doNothing())
    .execute();
}
