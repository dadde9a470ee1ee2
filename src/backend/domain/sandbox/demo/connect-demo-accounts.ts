import { DEMO_ACCOUNTS } from '../../../simulators/demo-accounts.js';
import type { AccountRow, WorkspaceRow } from '../../../store/schema.js';
import type { Store } from '../../../store/store.js';
import { workspaceNow } from '../../../store/workspace-clock.js';
import type { ClockAndIds } from '../../access/workspaces.js';

/** Connects the demo accounts that a sandbox workspace lacks. Does nothing outside a sandbox. */
export async function connectDemoAccounts(
  store: Store,
  workspace: WorkspaceRow,
  { clock, ids }: ClockAndIds,
): Promise<void> {
  if (workspace.sandbox === 0) return;
  const now = workspaceNow(workspace, clock.now());
  const rows: AccountRow[] = DEMO_ACCOUNTS.map((account) => ({
    id: ids.next('account', now),
    workspace_id: workspace.id,
    platform: account.platform,
    network_user_id: account.networkUserId,
    handle: account.handle,
    display_name: account.displayName,
    simulated: 1,
    premium: 0,
    credentials_json: JSON.stringify(account.credentials),
    health_status: 'healthy',
    health_reason: null,
    health_action: null,
    health_checked_at: now,
    token_expires_at: null,
    connected_at: now,
  }));
  await store.write((trx) =>
    trx
      .insertInto('accounts')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['workspace_id', 'platform', 'network_user_id']).doNothing())
      .execute(),
  );
}
