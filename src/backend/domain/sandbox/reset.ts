import type { Handlers } from '../../operations/call.js';
import { requireSandbox } from '../../operations/require-sandbox.js';
import { DEMO_ACCOUNTS } from '../../simulators/demo-accounts.js';
import type { Store, Write } from '../../store/store.js';
import type { Epochs } from './epochs.js';
import type { Faults } from './faults.js';
import { type ClockDependencies, restoreClock } from './move-clock.js';
import { checkReferencesLate, ownedTables, removeAnswers, removeRows } from './workspace-rows.js';

/** What is not simply removed. */
const KEPT = ['workspaces', 'api_keys', 'accounts'];

/** Empties a sandbox workspace. */
export function resetHandlers(
  ports: ClockDependencies & { readonly epochs: Epochs },
  faults: Faults,
): Pick<Handlers, 'testWorkspace.reset'> {
  return {
    'testWorkspace.reset': async ({ caller }) => {
      const { workspace } = caller;
      requireSandbox(workspace);
      faults.clear(workspace.id);
      ports.epochs.begin(workspace.id);
      const removed = await removeAll(ports.store, workspace.id, ports.clock.now());
      await restoreClock(ports, workspace.id);
      return { removed };
    },
  };
}

async function removeAll(store: Store, workspaceId: string, now: number): Promise<Record<string, number>> {
  const owned = (await ownedTables(store)).filter((name) => !KEPT.includes(name));
  return store.write(async (trx) => {
    // Tables name each other's rows: they are held against each other when all are empty.
    await checkReferencesLate(trx, store.engine);
    // Nobody claims anything of it meanwhile.
    await trx.selectFrom('posts').select('id').where('workspace_id', '=', workspaceId).forUpdate().execute();
    const removed: Record<string, number> = {};
    for (const name of owned) removed[name] = await removeRows(trx, name, workspaceId);
    await removeAnswers(trx, workspaceId);
    removed['accounts'] = await restoreAccounts(trx, workspaceId, now);
    return removed;
  });
}

/** Leaves the demo accounts, as they were on the first day. Returns how many others were removed. */
async function restoreAccounts(trx: Write, workspaceId: string, now: number): Promise<number> {
  const demo = DEMO_ACCOUNTS.map((account) => account.networkUserId);
  const { numDeletedRows } = await trx
    .deleteFrom('accounts')
    .where('workspace_id', '=', workspaceId)
    .where('network_user_id', 'not in', demo)
    .executeTakeFirstOrThrow();
  for (const account of DEMO_ACCOUNTS) {
    await trx
      .updateTable('accounts')
      .set({
        credentials_json: JSON.stringify(account.credentials),
        token_expires_at: null,
        health_status: 'healthy',
        health_reason: null,
        health_action: null,
        health_checked_at: now,
      })
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', account.platform)
      .where('network_user_id', '=', account.networkUserId)
      .execute();
  }
  return Number(numDeletedRows);
}
