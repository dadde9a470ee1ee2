import type { Handlers } from '../../operations/call.js';
import { DEMO_ACCOUNTS } from '../../simulators/demo-accounts.js';
import type { Vault } from '../../store/sealing/vault.js';
import type { Store, Write } from '../../store/store.js';
import type { Epochs } from './epochs.js';
import type { Faults } from './faults.js';
import { type ClockDependencies, restoreClock } from './move-clock.js';
import { requireSandbox } from './require-sandbox.js';
import { deferForeignKeys, deleteIdempotencyRecords, deleteRows, ownedTables } from './workspace-rows.js';

/** Tables whose rows stay, or are restored instead of deleted. */
const KEPT_TABLES = ['workspaces', 'api_keys', 'accounts', 'memberships', 'invitations'];

/** Empties a sandbox workspace. */
export function resetHandlers(
  dependencies: ClockDependencies & { readonly epochs: Epochs },
  faults: Faults,
): Pick<Handlers, 'testWorkspace.reset'> {
  return {
    'testWorkspace.reset': async ({ caller }) => {
      const { workspace } = caller;
      requireSandbox(workspace);
      faults.clear(workspace.id);
      dependencies.epochs.begin(workspace.id);
      const removed = await deleteAll(dependencies.store, workspace.id, dependencies.clock.now());
      await restoreClock(dependencies, workspace.id);
      return { removed };
    },
  };
}

async function deleteAll(store: Store, workspaceId: string, now: number): Promise<Record<string, number>> {
  const owned = (await ownedTables(store)).filter((name) => !KEPT_TABLES.includes(name));
  return store.write(async (trx) => {
    // Tables reference each other, so foreign keys are checked when all are empty.
    await deferForeignKeys(trx, store.engine);
    // The lock keeps other processes from claiming targets in the meantime.
    await trx.selectFrom('posts').select('id').where('workspace_id', '=', workspaceId).forUpdate().execute();
    const removed: Record<string, number> = {};
    for (const name of owned) removed[name] = await deleteRows(trx, name, workspaceId);
    await deleteIdempotencyRecords(trx, workspaceId);
    removed['accounts'] = await restoreAccounts(trx, store.vault, workspaceId, now);
    return removed;
  });
}

/** Restores the demo accounts and deletes all others. Returns how many were deleted. */
async function restoreAccounts(trx: Write, vault: Vault, workspaceId: string, now: number): Promise<number> {
  const demo = DEMO_ACCOUNTS.map((account) => account.networkUserId);
  const { numDeletedRows } = await trx
    .deleteFrom('accounts')
    .where('workspace_id', '=', workspaceId)
    .where('network_user_id', 'not in', demo)
    .executeTakeFirstOrThrow();
  const kept = await trx
    .selectFrom('accounts')
    .select(['id', 'platform', 'network_user_id'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  for (const { id, platform, network_user_id } of kept) {
    const account = DEMO_ACCOUNTS.find(
      (one) => one.platform === platform && one.networkUserId === network_user_id,
    );
    if (account === undefined) continue;
    await trx
      .updateTable('accounts')
      .set({
        credentials_json: vault.sealAccount({ id, platform }, account.credentials),
        token_expires_at: null,
        health_status: 'healthy',
        health_reason: null,
        health_action: null,
        health_checked_at: now,
      })
      .where('id', '=', id)
      .execute();
  }
  return Number(numDeletedRows);
}
