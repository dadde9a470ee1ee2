import type { Credentials } from '../../networks/connection.js';
import type { NetworkGateway } from '../../networks/gateway.js';
import type { Wire } from '../../networks/wire.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';

/** What connecting, checking and disconnecting accounts needs beyond the services of every handler. */
export interface ConnectionDependencies {
  readonly gateway: NetworkGateway;
  readonly timers: WorkspaceTimers;
  /** A wire to a server of a network, before there is an account. */
  wireTo(origin: string, credentials?: Credentials): Wire;
  /** A page of a network that a person opens; tests replace its origin. */
  pageAt(address: string): string;
}
