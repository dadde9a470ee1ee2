import type { Board } from '../../networks/boards.js';
import type { NetworkPage } from './post-page/network-page.js';
import type { NetworkSimulator } from './simulator.js';

/** One simulated network: how it answers, how its pages look, and the account a sandbox starts with. */
export interface SimulatedNetwork {
  readonly simulator: NetworkSimulator;
  /** Loaded when somebody first opens a page of the network: no request to the API needs it. */
  readonly page: () => Promise<NetworkPage>;
  readonly demoAccount: {
    /** Without the leading @. */
    readonly handle: string;
    readonly networkUserId: string;
    /** It has a refresh token: the network's access tokens live for hours or days. */
    readonly renewable?: true;
  };
  /** The boards of each account; absent: the network has none. */
  readonly boards?: readonly Board[];
  /** A handle as the network allows it, from words joined by hyphens; absent: joined by underscores. */
  readonly handleOf?: (name: string) => string;
  /** The id of an account, from its name (words joined by hyphens) and 16 digits of its own; absent: the digits. */
  readonly networkUserIdOf?: (name: string, digits: string) => string;
}
