import type { Platform } from '../../contract/platforms.js';
import type { Wire } from './wire.js';

/**
 * The secrets of an account: `accessToken`, and optionally `refreshToken`, `expiresAt` (ISO 8601), `clientId` and
 * `clientSecret`. With `dpopKey` (a private key on P-256, as a JWK in JSON) the wire signs requests, and also those to the
 * server that issues the tokens, `issuer`. `sessionEndsAt` (ISO 8601): when access ends however often it is renewed.
 * `renewableUntil` (ISO 8601): until when it can be renewed, as the network said when it last gave a refresh token.
 * `leftOut`: the optional permissions that the network said it had not granted, with spaces between them. `grantedBy`: the network's id of the person who has granted it, where ending it ends that to all their accounts.
 */
export type Credentials = Readonly<Record<string, string>>;

/** An account as adapters see it: its identity at the network, and its credentials. */
export interface ConnectedAccount {
  readonly id: string;
  readonly platform: Platform;
  /** Without the leading @. */
  readonly handle: string;
  readonly displayName: string;
  /** The network's own identifier of the account. */
  readonly networkUserId: string;
  readonly credentials: Credentials;
}

/** What an adapter needs to call a network on behalf of one account. */
export interface Connection {
  readonly account: ConnectedAccount;
  readonly wire: Wire;
  readonly signal: AbortSignal;
  /** The current time at the network in epoch milliseconds, read from the workspace's clock on each access. */
  readonly now: number;
  /** Waits by the workspace's clock; absent: wait by the system clock. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /**
   * Stores renewed credentials. Call it before using them: the old refresh token no longer works. Absent:
   * credentials are never renewed.
   */
  readonly keepCredentials?: (next: Credentials) => Promise<void>;
  /**
   * Keeps other processes from renewing the account's access at the same time. Absent: there are no others.
   *
   * @returns ends it; null: another process renews the access
   */
  readonly holdRenewal?: () => Promise<(() => Promise<void>) | null>;
  /** The account's stored credentials. Another process may have renewed them since the connection was made. */
  readonly currentCredentials?: () => Promise<Credentials>;
}
