import type { Platform } from '../../../contract/platforms.js';
import type { Random } from '../../base/random.js';
import type { Connection, Credentials, NetworkAdapter } from '../../networks/adapter.js';
import { NETWORKS } from '../../networks/registry.js';
import type { Wire } from '../../networks/wire.js';
import { type FilesPorts, networkFiles } from '../../simulators/network-files.js';
import { networkMemory } from '../../simulators/network-memory.js';
import { simulatedWire } from '../../simulators/simulated-wire.js';
import type { AccountRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';

/** The time by which one conversation with a network goes: its workspace's. */
export interface ConnectionTime {
  /** Epoch milliseconds. */
  now(): number;
  pause(milliseconds: number): Promise<void>;
}

/** How the networks are reached: whose words are spoken, and what carries them. */
export interface Reach {
  adapterOf(platform: Platform): NetworkAdapter;
  connect(account: AccountRow, time: ConnectionTime, signal: AbortSignal): Connection;
}

export interface SimulatedReachOptions {
  /** Where people reach this backend, without a slash at the end. */
  readonly publicUrl: string;
  /** Where the networks keep what they get. */
  readonly files: FilesPorts;
  /** What stands between an account and its network: the failures that somebody asked for. */
  readonly around?: (wire: Wire, account: AccountRow, time: ConnectionTime) => Wire;
  /** The time that passes at an account's network; the connection's own unless told. */
  readonly timeFor?: (account: AccountRow, time: ConnectionTime) => ConnectionTime;
  /** The networks take any amount of posts. */
  readonly unlimited?: boolean;
  /** By which the networks make their ids; `Math.random` unless told. */
  readonly random?: Random;
}

/** Reaches the simulated networks in this process. */
export function simulatedReach(store: Store, options: SimulatedReachOptions): Reach {
  return {
    adapterOf: (platform) => NETWORKS[platform].adapter,
    connect: (account, given, signal) => {
      const time = options.timeFor?.(account, given) ?? given;
      const wire = simulatedWire(NETWORKS[account.platform].simulator, {
        memory: networkMemory(store, account.workspace_id, account.platform),
        files: networkFiles(account.workspace_id, options.files),
        get now() {
          return time.now();
        },
        pause: (milliseconds) => time.pause(milliseconds),
        webUrl: `${options.publicUrl}/network/${account.platform}`,
        random: options.random ?? Math.random,
        ...(options.unlimited && { unlimited: true }),
      });
      return {
        account: {
          id: account.id,
          platform: account.platform,
          handle: account.handle,
          displayName: account.display_name,
          networkUserId: account.network_user_id,
          credentials: JSON.parse(account.credentials_json),
        },
        wire: options.around ? options.around(wire, account, time) : wire,
        signal,
        get now() {
          return time.now();
        },
        pause: (milliseconds) => time.pause(milliseconds),
        keepCredentials: (next) => keepCredentials(store, account.id, next),
        currentCredentials: () => currentCredentials(store, account),
      };
    },
  };
}

/** Stores renewed credentials; with them the account is no longer about to lose its access. */
function keepCredentials(store: Store, accountId: string, next: Credentials): Promise<void> {
  const { expiresAt } = next;
  return store.write(async (trx) => {
    await trx
      .updateTable('accounts')
      .set({
        credentials_json: JSON.stringify(next),
        ...(expiresAt !== undefined && { token_expires_at: Date.parse(expiresAt) }),
      })
      .where('id', '=', accountId)
      .execute();
    await trx
      .updateTable('accounts')
      .set({ health_status: 'healthy', health_reason: null, health_action: null })
      .where('id', '=', accountId)
      .where('health_status', '=', 'expiring')
      .execute();
  });
}

async function currentCredentials(store: Store, account: AccountRow): Promise<Credentials> {
  const row = await store.db
    .selectFrom('accounts')
    .select('credentials_json')
    .where('id', '=', account.id)
    .executeTakeFirst();
  return JSON.parse(row?.credentials_json ?? account.credentials_json);
}
