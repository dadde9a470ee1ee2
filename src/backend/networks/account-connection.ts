import type { AccountRow } from '../store/schema.js';
import type { Store } from '../store/store.js';
import type { Connection } from './connection.js';
import type { ConnectionTime } from './gateway.js';
import { holdRenewal } from './renewal/renewal-lease.js';
import { currentCredentials, keepCredentials, openCredentials } from './stored-credentials.js';
import type { Wire } from './wire.js';

/** What an adapter needs to act for a stored account, over a wire that leads to its network. */
export function accountConnection(
  store: Store,
  account: AccountRow,
  {
    wire,
    time,
    signal,
  }: { readonly wire: Wire; readonly time: ConnectionTime; readonly signal: AbortSignal },
): Connection {
  return {
    account: {
      id: account.id,
      platform: account.platform,
      handle: account.handle,
      displayName: account.display_name,
      networkUserId: idAtServer(account),
      credentials: openCredentials(store, account),
    },
    wire,
    signal,
    get now() {
      return time.now();
    },
    pause: (milliseconds) => time.pause(milliseconds),
    keepCredentials: (next) => keepCredentials(store, account, next),
    holdRenewal: () => holdRenewal(store, account.id),
    currentCredentials: () => currentCredentials(store, account),
  };
}

/** Servers know their accounts by the part before the `@host` that keeps ids of several servers apart. */
function idAtServer({ network_user_id: id, origin }: AccountRow): string {
  const suffix = origin === null ? '' : `@${new URL(origin).host}`;
  return suffix !== '' && id.endsWith(suffix) ? id.slice(0, -suffix.length) : id;
}
