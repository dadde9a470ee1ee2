import type { Platform } from '../../contract/platforms.js';
import type { AccountRow } from '../store/schema.js';
import type { NetworkAdapter } from './adapter.js';
import type { Connection } from './connection.js';

/** The clock that a connection follows: its workspace's. */
export interface ConnectionTime {
  /** Epoch milliseconds. */
  now(): number;
  pause(milliseconds: number): Promise<void>;
}

/** Connects accounts to their networks. */
export interface NetworkGateway {
  adapterOf(platform: Platform): NetworkAdapter;
  connect(account: AccountRow, time: ConnectionTime, signal: AbortSignal): Connection;
}
