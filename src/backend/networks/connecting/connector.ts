import type { ConnectMethod, FinishConnection } from '../../../contract/accounts/connections.js';
import type { Connection, Credentials } from '../connection.js';
import type { Wire } from '../wire.js';
import type { PlatformApp } from './platform-app.js';

/** Postrider as a server of a network knows it. */
export interface RegisteredApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What connecting an account needs from the service. */
export interface ConnectContext {
  /** A wire to a server, with or without access to an account. */
  wireTo(origin: string, credentials?: Credentials): Wire;
  /** A page of a network that a person opens; tests replace its origin. */
  pageAt(address: string): string;
  /** The stored registration of Postrider at a server; null: there is none. */
  findApp(origin: string, redirectUri: string): Promise<RegisteredApp | null>;
  /** Stores a registration, and replaces an older one. */
  keepApp(origin: string, redirectUri: string, app: RegisteredApp): Promise<void>;
  /** The person’s own app at the network; null: none is set. */
  app(): Promise<PlatformApp | null>;
  /** Where networks find this backend, without a slash at the end. */
  readonly publicUrl: string;
  /** The private key with which this backend proves at networks who it is, a JWK in JSON. It is made once. */
  signingKey(): Promise<string>;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Which account a person wants to connect, and how. */
export interface ConnectWish {
  readonly method: ConnectMethod;
  /** As the person wrote it; null: not given. */
  readonly server: string | null;
  /** The handle of the account, as the person wrote it; null: not given. */
  readonly identifier: string | null;
  /** Where the network sends the browser back. */
  readonly redirectUri: string;
}

/** A connection that waits for the person to sign in. */
export interface BegunConnection {
  /** The origin of the account's server; null: it is not known before the person has signed in. */
  readonly origin: string | null;
  /** Where the person signs in; null: not in a browser. */
  readonly authorizeUrl: string | null;
  /** What finishing needs, `state` and the PKCE verifier among it. Secret. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** What finishing a connection works with. */
export interface OpenConnection {
  readonly method: ConnectMethod;
  readonly origin: string | null;
  readonly redirectUri: string;
  readonly secrets: Readonly<Record<string, string>>;
}

/** An account after its owner has signed in. */
export interface SignedInAccount {
  /** Where its API calls go. */
  readonly origin: string;
  /** The network's own identifier. */
  readonly networkUserId: string;
  /** Without the leading @. */
  readonly handle: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly profileUrl: string;
  readonly credentials: Credentials;
}

/** One of several accounts that a person has given access to, such as a page. */
export interface ChoosableAccount extends SignedInAccount {
  /** What it is, in a word as the network has it: `Page`. */
  readonly kind: string;
}

/** An account, or several of which the person chooses. */
export type SignedIn = SignedInAccount | { readonly choices: readonly ChoosableAccount[] };

/** How accounts of one network are connected. */
export interface Connector {
  /**
   * @throws ConnectRefused
   * @throws ConnectionFailed the server could not be reached
   */
  begin(context: ConnectContext, wish: ConnectWish): Promise<BegunConnection>;
  /**
   * @throws ConnectRefused
   * @throws ConnectionFailed the server could not be reached
   */
  finish(context: ConnectContext, open: OpenConnection, answer: FinishConnection): Promise<SignedIn>;
  /**
   * The origin of the server that holds a known account now, which may have moved; null: its identity cannot be read now.
   * Absent: accounts of this network stay at their server.
   */
  currentServer?(context: ConnectContext, networkUserId: string): Promise<string | null>;
  /**
   * Makes sure that an account that was at another server so far is at the server that it has signed in at now. Absent:
   * accounts of this network stay at their server.
   *
   * @throws ConnectRefused another server holds the account
   * @throws ConnectionFailed
   */
  confirmMove?(context: ConnectContext, account: SignedInAccount): Promise<void>;
  /**
   * Ends Postrider's access to an account.
   *
   * @throws NetworkRefusal
   * @throws ConnectionFailed
   */
  revoke(connection: Connection): Promise<void>;
}

type ConnectRefusal =
  | 'app_not_found'
  | 'server_unsuitable'
  | 'server_unavailable'
  | 'sign_in_refused'
  | 'validation_failed';

/** An account cannot be connected. The message says why, and what to do. */
export class ConnectRefused extends Error {
  override readonly name = 'ConnectRefused';
  readonly code: ConnectRefusal;

  constructor(code: ConnectRefusal, message: string) {
    super(message);
    this.code = code;
  }
}
