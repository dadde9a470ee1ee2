import type { Random } from '../base/random.js';
import { accountConnection } from '../networks/account-connection.js';
import type { ConnectionTime, NetworkGateway } from '../networks/gateway.js';
import { NETWORKS } from '../networks/registry.js';
import { simulatedWebUrl } from '../networks/web-addresses.js';
import type { Wire } from '../networks/wire.js';
import type { AccountRow } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { type FileDependencies, networkFiles } from './network-files.js';
import { networkMemory } from './network-memory.js';
import { SIMULATED_NETWORKS } from './registry.js';
import { simulatedWire } from './simulated-wire.js';

export interface SimulatedGatewayOptions {
  /** Where people reach this backend, without a slash at the end. */
  readonly publicUrl: string;
  /** Where the networks store the files they receive. */
  readonly files: FileDependencies;
  /** Wraps the wire of an account: injects the failures that a test has asked for. */
  readonly around?: (wire: Wire, account: AccountRow, time: ConnectionTime) => Wire;
  /** The time at an account's network; by default the connection's own. */
  readonly timeFor?: (account: AccountRow, time: ConnectionTime) => ConnectionTime;
  /** Turns off the networks' quotas. */
  readonly unlimited?: boolean;
  /** Source of the networks' ids; `Math.random` by default. */
  readonly random?: Random;
}

/** Connects accounts to the simulated networks in this process. */
export function simulatedGateway(store: Store, options: SimulatedGatewayOptions): NetworkGateway {
  return {
    adapterOf: (platform) => NETWORKS[platform].adapter,
    connect: (account, given, signal) => {
      const time = options.timeFor?.(account, given) ?? given;
      const wire = simulatedWire(SIMULATED_NETWORKS[account.platform].simulator, {
        memory: networkMemory(store, account.workspace_id, account.platform),
        files: networkFiles(account.workspace_id, options.files),
        get now() {
          return time.now();
        },
        pause: (milliseconds) => time.pause(milliseconds),
        webUrl: simulatedWebUrl(options.publicUrl, account.platform),
        random: options.random ?? Math.random,
        ...(options.unlimited && { unlimited: true }),
      });
      return accountConnection(store, account, {
        wire: options.around ? options.around(wire, account, time) : wire,
        time,
        signal,
      });
    },
  };
}
