import type { AccountDisconnection } from '../../../contract/accounts/connections.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { NetworkRefusal } from '../../networks/adapter.js';
import { NETWORKS } from '../../networks/registry.js';
import { ConnectionFailed } from '../../networks/wire.js';
import type { Call } from '../../operations/call.js';
import { recordActivity } from '../../store/activity.js';
import type { AccountRow } from '../../store/schema.js';
import { removeOrForget } from '../accounts/remove-account.js';
import { accountOf, connectionFor } from './connected-account.js';
import type { ConnectionDependencies } from './dependencies.js';
import { unsubscribeFromNotices } from './notices.js';
import { isSharedAccess } from './shared-access.js';

/** Ends access to an account, at its network too. */
export async function disconnectAccount(
  call: Call<'accounts.disconnect'>,
  dependencies: ConnectionDependencies,
): Promise<AccountDisconnection> {
  const account = await accountOf(call);
  const revoked = account.simulated === 1 ? null : await revoke(call, dependencies, account);
  return call.commit(async (trx) => {
    await recordActivity(trx, {
      workspaceId: call.caller.workspace.id,
      apiKeyId: call.caller.key.id,
      operation: 'accounts.disconnect',
      objectId: account.id,
      summary: `disconnected ${account.handle} on ${PLATFORM_NAMES[account.platform]}`,
      requestId: call.requestId,
      now: call.now,
    });
    const removed = await removeOrForget(call.services, trx, account, call.now);
    return { id: call.params.id, removed, revoked };
  });
}

/** @returns whether the network has ended the access; null: there was none, or other accounts need it */
async function revoke(
  call: Call<'accounts.disconnect'>,
  dependencies: ConnectionDependencies,
  account: AccountRow,
): Promise<boolean | null> {
  const { connector } = NETWORKS[account.platform];
  const connection = connectionFor(call, dependencies, account);
  const { credentials } = connection.account;
  if (!connector || !credentials['accessToken']) return null;
  await unsubscribeFromNotices(connection, account);
  if (await isSharedAccess(call.services.store, account, credentials)) return null;
  try {
    await connector.revoke(connection);
    return true;
  } catch (error) {
    // A server that is gone must not keep anybody from removing an account.
    if (error instanceof NetworkRefusal || error instanceof ConnectionFailed) return false;
    throw error;
  }
}
