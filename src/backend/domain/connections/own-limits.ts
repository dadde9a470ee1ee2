import type { ListedBoards } from '../../../networks/boards.js';
import type { OwnLimits } from '../../../networks/own-limits.js';
import { NetworkRefusal } from '../../networks/adapter.js';
import type { Connection } from '../../networks/connection.js';
import { NETWORKS } from '../../networks/registry.js';
import { ConnectionFailed } from '../../networks/wire.js';

/** What the account's own server accepts; null: its network has the same limits everywhere, or it does not say. */
export async function limitsOf(connection: Connection): Promise<OwnLimits | null> {
  // The network's usual limits do as well until the next check.
  const read = await unlessRefused(() =>
    NETWORKS[connection.account.platform].adapter.readLimits?.(connection),
  );
  return read?.limits ?? null;
}

/** The boards of an account; null: its network has none, or does not say. */
export async function boardsOf(connection: Connection): Promise<ListedBoards | null> {
  // Those that were listed before, or a board's id, do as well until the next check.
  const read = await unlessRefused(() =>
    NETWORKS[connection.account.platform].adapter.readBoards?.(connection),
  );
  return read ?? null;
}

async function unlessRefused<Read>(read: () => Promise<Read> | undefined): Promise<Read | null> {
  try {
    return (await read()) ?? null;
  } catch (error) {
    if (error instanceof NetworkRefusal || error instanceof ConnectionFailed) return null;
    throw error;
  }
}
