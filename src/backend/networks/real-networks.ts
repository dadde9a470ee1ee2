import type { Platform } from '../../contract/platforms.js';
import type { FetchPolicy } from '../fetching/fetch-policy.js';
import type { AccountRow } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { accountConnection } from './account-connection.js';
import type { Connection, Credentials } from './connection.js';
import type { ConnectionTime, NetworkGateway } from './gateway.js';
import type { Connections } from './http-wire/connections.js';
import { type HttpWireOptions, httpWire } from './http-wire/http-wire.js';
import { NETWORKS } from './registry.js';
import type { Wire } from './wire.js';

export interface RealNetworksOptions {
  readonly policy: FetchPolicy;
  /** Lets tests use servers on this machine. */
  readonly allowLoopback?: boolean | 'only';
  /** Origins to replace by others, for tests. */
  readonly reroute?: Readonly<Record<string, string>>;
  /** Where networks show posts, instead of at their own web sites. Without a slash at the end. */
  readonly webUrls?: Readonly<Partial<Record<Platform, string>>>;
  /** Open connections to reuse; those of the process by default. */
  readonly connections?: Connections;
  /** Wraps each wire: records its requests. */
  readonly around?: (wire: Wire) => Wire;
}

/** The networks themselves, over HTTP. */
export interface RealNetworks {
  connect(account: AccountRow, time: ConnectionTime, signal: AbortSignal): Connection;
  /** A wire to a server before there is an account. */
  wireTo(origin: string, credentials?: Credentials): Wire;
  /** A page of a network that a person opens; tests replace its origin. */
  pageAt(address: string): string;
}

export function realNetworks(store: Store, options: RealNetworksOptions): RealNetworks {
  const {
    webUrls = {},
    policy,
    allowLoopback = false,
    reroute,
    connections,
    around = (wire) => wire,
  } = options;
  const common: Pick<HttpWireOptions, 'policy' | 'allowLoopback' | 'reroute' | 'connections'> = {
    ...{ policy, allowLoopback },
    ...(reroute && { reroute }),
    ...(connections && { connections }),
  };
  return {
    connect(account, time, signal) {
      const { origin } = account;
      if (origin === null) throw new Error(`The account ${account.id} has no server.`);
      const { hosts } = NETWORKS[account.platform];
      let credentials: Credentials = {};
      const wire = httpWire({
        ...common,
        origin,
        webUrl: webUrls[account.platform] ?? (hosts.web === 'account' ? origin : hosts.web),
        trustedHosts: hosts.trusted,
        credentials: () => credentials,
      });
      const connection = accountConnection(store, account, { wire: around(wire), time, signal });
      credentials = connection.account.credentials;
      return {
        ...connection,
        get now() {
          return connection.now;
        },
        keepCredentials: async (next) => {
          await connection.keepCredentials?.(next);
          credentials = next;
        },
        currentCredentials: async () => {
          const stored = await connection.currentCredentials?.();
          if (stored) credentials = stored;
          return credentials;
        },
      };
    },
    pageAt: (address) => {
      const { origin } = new URL(address);
      return `${reroute?.[origin] ?? origin}${address.slice(origin.length)}`;
    },
    wireTo: (origin, credentials = {}) =>
      around(
        httpWire({ ...common, origin, webUrl: origin, trustedHosts: [], credentials: () => credentials }),
      ),
  };
}

/** Each account knows whether its network is real or simulated. */
export function networkGateway(simulated: NetworkGateway, real: RealNetworks): NetworkGateway {
  return {
    adapterOf: simulated.adapterOf,
    connect: (account, time, signal) =>
      (account.simulated === 1 ? simulated : real).connect(account, time, signal),
  };
}
