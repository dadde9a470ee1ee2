import type { Platform } from '../../contract/platforms.js';
import type { Clock } from '../clock.js';
import type { Connection, NetworkAdapter } from '../networks/adapter.js';
import { NETWORKS } from '../networks/registry.js';
import { simulatedWire } from '../networks/simulated-wire.js';
import { networkMemory } from '../store/network-memory.js';
import type { AccountRow } from '../store/schema.js';
import type { Store } from '../store/store.js';

/** How the networks are reached: whose words are spoken, and what carries them. */
export interface Reach {
  adapterOf(platform: Platform): NetworkAdapter;
  connect(account: AccountRow, signal: AbortSignal): Connection;
}

/** Reaches the simulated networks in this process. */
export function simulatedReach(store: Store, clock: Clock, publicUrl: string): Reach {
  return {
    adapterOf: (platform) => NETWORKS[platform].adapter,
    connect: (account, signal) => ({
      account: {
        id: account.id,
        platform: account.platform,
        handle: account.handle,
        displayName: account.display_name,
        networkUserId: account.network_user_id,
        credentials: JSON.parse(account.credentials_json),
      },
      wire: simulatedWire(NETWORKS[account.platform].simulator, {
        memory: networkMemory(store, account.workspace_id, account.platform),
        now: clock.now(),
        webUrl: `${publicUrl}/network/${account.platform}`,
        random: Math.random,
      }),
      signal,
      now: clock.now(),
    }),
  };
}
