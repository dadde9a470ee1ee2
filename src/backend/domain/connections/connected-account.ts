import { withTimeLimit } from '../../../base/time-limit.js';
import type { Connection } from '../../networks/connection.js';
import type { Call } from '../../operations/call.js';
import type { AccountRow } from '../../store/schema.js';
import { requireAccount } from '../accounts/require-account.js';
import { CONNECT_LIMIT_MS } from './context.js';
import type { ConnectionDependencies } from './dependencies.js';

type AccountCall = Call<'accounts.check'> | Call<'accounts.disconnect'>;

/** @throws RequestRefused there is no such account */
export function accountOf({ caller, params, services }: AccountCall): Promise<AccountRow> {
  return requireAccount(services.store.db, caller.workspace.id, params.id);
}

/** A connection for calls that a request waits for. */
export function connectionFor(
  { caller, signal }: AccountCall,
  { gateway, timers }: ConnectionDependencies,
  account: AccountRow,
): Connection {
  timers.learn(caller.workspace.id, caller.workspace);
  return gateway.connect(
    account,
    timers.timeOf(caller.workspace.id),
    withTimeLimit(CONNECT_LIMIT_MS, signal),
  );
}
