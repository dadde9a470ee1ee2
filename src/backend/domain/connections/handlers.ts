import type { Handlers } from '../../operations/call.js';
import { checkAccount } from './check.js';
import type { ConnectionDependencies } from './dependencies.js';
import { disconnectAccount } from './disconnect.js';
import { finishConnection, getConnection } from './finish.js';
import { startConnection } from './start.js';

export function connectionHandlers(dependencies: ConnectionDependencies) {
  return {
    'accounts.check': (call) => checkAccount(call, dependencies),
    'accounts.disconnect': (call) => disconnectAccount(call, dependencies),
    'connections.start': (call) => startConnection(call, dependencies),
    'connections.get': getConnection,
    'connections.finish': (call) => finishConnection(call, dependencies),
  } satisfies Partial<Handlers>;
}
