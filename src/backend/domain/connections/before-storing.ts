import { NetworkRefusal } from '../../networks/adapter.js';
import type { ConnectContext, Connector, SignedInAccount } from '../../networks/connecting/connector.js';
import type { Connection as NetworkConnection } from '../../networks/connection.js';
import { NETWORKS } from '../../networks/registry.js';
import { ConnectionFailed } from '../../networks/wire.js';
import type { Call } from '../../operations/call.js';
import type { ConnectionRow } from '../../store/tables/connection-rows.js';
import { isSharedAccess } from './shared-access.js';

type FinishCall = Call<'connections.finish'>;

/** The id that is unique on the whole network. */
export function storedUserId(
  { platform }: ConnectionRow,
  { networkUserId, origin }: SignedInAccount,
): string {
  return NETWORKS[platform].idsPerServer ? `${networkUserId}@${new URL(origin).host}` : networkUserId;
}

/** A connection to a network before the account is stored. */
export function connectionOf(
  { origin, networkUserId, handle, displayName, credentials }: SignedInAccount,
  { platform, id }: ConnectionRow,
  { wireTo, signal, now }: ConnectContext,
): NetworkConnection {
  const account = { id, platform, handle, displayName, networkUserId, credentials };
  return { account, wire: wireTo(origin, credentials), signal, now };
}

/**
 * An account that is known from another server has moved, or a server claims somebody else's account.
 *
 * @throws ConnectRefused the account is not at the server that it has signed in at
 */
export async function confirmMove(
  { caller, services }: FinishCall,
  row: ConnectionRow,
  connector: Connector,
  context: ConnectContext,
  signedIn: SignedInAccount,
): Promise<void> {
  if (!connector.confirmMove) return;
  const known = await services.store.db
    .selectFrom('accounts')
    .select('origin')
    .where('workspace_id', '=', caller.workspace.id)
    .where('platform', '=', row.platform)
    .where('network_user_id', '=', storedUserId(row, signedIn))
    .executeTakeFirst();
  if (known && known.origin !== signedIn.origin) await connector.confirmMove(context, signedIn);
}

/** Ends access that nobody keeps. Servers may have granted the token of an account that is connected, so that one stays. */
export async function endAccess(
  { services: { store } }: FinishCall,
  row: ConnectionRow,
  connector: Connector,
  context: ConnectContext,
  signedIn: SignedInAccount,
): Promise<void> {
  const connected = await store.db
    .selectFrom('accounts')
    .select('id')
    .where('platform', '=', row.platform)
    .where('network_user_id', '=', storedUserId(row, signedIn))
    .where('origin', '=', signedIn.origin)
    .executeTakeFirst();
  if (connected || (await isSharedAccess(store, row, signedIn.credentials))) return;
  try {
    await connector.revoke(connectionOf(signedIn, row, context));
  } catch (error) {
    // The refusal is what the person has to know.
    if (!(error instanceof NetworkRefusal) && !(error instanceof ConnectionFailed)) throw error;
  }
}
