import type { ConnectionStatus, ConnectMethod } from '../../../contract/accounts/connections.js';
import type { Platform } from '../../../contract/platforms.js';
import type { Sealed } from '../sealing/sealed.js';

export interface ConnectionTables {
  connections: ConnectionRow;
  network_apps: NetworkAppRow;
  platform_apps: PlatformAppRow;
}

/** An account that is being connected. Times are system time. */
export interface ConnectionRow {
  id: string;
  workspace_id: string;
  /** Only this key can finish it. */
  api_key_id: string;
  platform: Platform;
  method: ConnectMethod;
  /** The origin of the account's server; null: it is not known yet. */
  origin: string | null;
  redirect_uri: string;
  /** The account to reconnect, and later the connected account. */
  account_id: string | null;
  /** The connected accounts, a JSON list of ids; null: it has connected none, or one alone. */
  account_ids_json: string | null;
  status: Exclude<ConnectionStatus, 'expired'>;
  authorize_url: string | null;
  /** SHA-256 of the `state` that the browser brings back, hexadecimal; null: not in a browser, or used. */
  state_hash: string | null;
  /** What finishing needs; null: it is finished. */
  sealed: Sealed | null;
  /** Why it failed. */
  problem: string | null;
  created_at: number;
  expires_at: number;
}

/** The app that somebody has registered at a network, for one workspace. */
export interface PlatformAppRow {
  /** Derived from workspace and network. */
  id: string;
  workspace_id: string;
  platform: Platform;
  client_id: string;
  /** Its secret; null: it has none. */
  sealed: Sealed | null;
  /** The secret that signs its notices, where that is another one; null: not known. */
  sealed_api_key: Sealed | null;
  /** How far the network has reviewed it; null: nobody has said. */
  review: string | null;
  /** Its set of permissions at the network; null: they are named one by one. */
  config_id: string | null;
  updated_at: number;
}

/** Postrider's registration at a server of a network. */
export interface NetworkAppRow {
  /** Derived from network, server and redirect address. */
  id: string;
  platform: Platform;
  origin: string;
  redirect_uri: string;
  /** A `RegisteredApp`. */
  sealed: Sealed;
  created_at: number;
}
