import type { OwnLimits } from '../../../networks/own-limits.js';
import { NetworkRefusal } from '../../networks/adapter.js';
import type { Connection } from '../../networks/connection.js';
import { NETWORKS } from '../../networks/registry.js';
import { ConnectionFailed } from '../../networks/wire.js';

/** What the account's own server accepts; null: its network has the same limits everywhere, or it does not say. */
export async function limitsOf(connection: Connection): Promise<OwnLimits | null> {
  try {
    const read = await NETWORKS[connection.account.platform].adapter.readLimits?.(connection);
    return read?.limits ?? null;
  } catch (error) {
    // The network's usual limits do as well until the next check.
    if (error instanceof NetworkRefusal || error instanceof ConnectionFailed) return null;
    throw error;
  }
}
