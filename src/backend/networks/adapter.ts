import type { AccountHealthStatus } from '../../contract/accounts/accounts.js';
import type { Platform } from '../../contract/platforms.js';
import type { DeliveryErrorCode } from '../../contract/posts/delivery-errors.js';
import type { TargetContent } from '../../networks/content.js';
import type { CommentsAdapter, MessagesAdapter } from './inbox-adapter.js';
import type { Wire } from './wire.js';

/** The secrets of an account: `accessToken`, and optionally `refreshToken`, `expiresAt` (ISO 8601), `clientId` and `clientSecret`. */
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
  /** The account's stored credentials. Another process may have renewed them since the connection was made. */
  readonly currentCredentials?: () => Promise<Credentials>;
}

export interface OutgoingMedia {
  readonly key: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Pixels, as displayed; null: unknown. */
  readonly width: number | null;
  readonly height: number | null;
  readonly altText: string | null;
  /** A URL from which the network can fetch the file; null: this backend is not reachable from outside. */
  readonly publicUrl: string | null;
  /**
   * Opens the bytes to send. Every call returns the same bytes.
   *
   * @param range from `start`, inclusive, to `end`, exclusive; absent: the whole file
   */
  open(range?: { readonly start: number; readonly end: number }): ReadableStream<Uint8Array>;
}

/** A post to publish. */
export interface OutgoingPost {
  readonly content: TargetContent;
  readonly media: readonly OutgoingMedia[];
  /** The image of `content.cover`. */
  readonly cover?: OutgoingMedia;
  /** Stays the same across attempts. Networks that support one use it as the idempotency key or record key. */
  readonly key: string;
  /** When the first attempt started, epoch milliseconds. A lookup searches from here. */
  readonly since: number;
  /** Posts of this account that belong to other targets: a lookup must not match them. */
  readonly knownPostIds?: readonly string[];
}

/** What a lookup knows of a post: its files may have been deleted. */
export type SoughtPost = Omit<OutgoingPost, 'media' | 'cover'>;

/** Something that follows the main post: the next post of a thread, a first comment, or a thumbnail. */
export interface OutgoingPart {
  readonly kind: 'thread' | 'first_comment' | 'thumbnail';
  readonly text: string;
  /** The image of a thumbnail. */
  readonly image?: OutgoingMedia;
  /** Stays the same across attempts. */
  readonly key: string;
  /** When its first attempt started, epoch milliseconds. */
  readonly since: number;
  /** The main post. */
  readonly root: { readonly networkPostId: string; readonly url: string };
  /** What it replies to: the previous part of a thread, otherwise the main post. */
  readonly parent: { readonly networkPostId: string; readonly url: string };
  /** Posts and comments of this account that belong to something else. */
  readonly knownPostIds: readonly string[];
}

/**
 * What `prepare` created at the network: ids of uploaded media and containers. Each is stored as soon as it exists
 * and kept while the outcome of `create` is unknown. After a refusal the next attempt starts over, because
 * containers and uploads expire.
 */
export type Prepared = Readonly<Record<string, string>>;

/** Checkpoints of `prepare`, so that an upload is not repeated after a crash. */
export interface Progress {
  /** What an earlier attempt prepared, if it made no irreversible call after that. */
  readonly earlier: Prepared;
  /** Stores what was just prepared. Await it before the next step. */
  keep(more: Prepared): Promise<void>;
}

export interface Delivered {
  readonly networkPostId: string;
  /** Its public address at the network. */
  readonly url: string;
  /** An earlier attempt had already created it. */
  readonly adopted: boolean;
}

interface TokenHealth {
  readonly status: AccountHealthStatus;
  readonly reason: string | null;
  readonly action: string | null;
  /** Epoch milliseconds; null: it does not expire. */
  readonly expiresAt: number | null;
}

/**
 * Speaks one network's API. It does not know whether the wire leads to the real network or to a simulated one.
 */
export interface NetworkAdapter {
  readonly platform: Platform;
  /**
   * How to find out what happened when a response was lost. `key`: send the same request again with the same key.
   * `lookup`: call `find`. `none`: only a person can check.
   */
  readonly recovery: 'key' | 'lookup' | 'none';
  /** How long the network remembers a key, in milliseconds; absent: forever. After that, `find` is called. */
  readonly keyLifetimeMs?: number;
  /** Everything before the irreversible step. Safe to repeat. Absent: there is nothing to prepare. */
  prepare?(connection: Connection, post: OutgoingPost, progress?: Progress): Promise<Prepared>;
  /**
   * Publishes the post. The only irreversible step.
   * @throws NetworkRefusal the network refused; nothing was posted
   * @throws OutcomeInDoubt the response does not say whether the post exists
   * @throws ConnectionFailed
   */
  create(connection: Connection, post: OutgoingPost, prepared: Prepared): Promise<Delivered>;
  /**
   * Looks for a post that an earlier `create` with the same `prepared` may have made. Null: it does not exist.
   * @throws OutcomeInDoubt the network cannot say
   */
  find?(connection: Connection, post: SoughtPost, prepared: Prepared): Promise<Delivered | null>;
  /**
   * Publishes a part. Irreversible, and throws what `create` throws. Absent: the network has neither threads nor
   * comments.
   */
  createPart?(connection: Connection, part: OutgoingPart): Promise<Delivered>;
  /** Looks for a part that an earlier `createPart` may have made. Null: it does not exist. */
  findPart?(connection: Connection, part: OutgoingPart): Promise<Delivered | null>;
  checkToken(connection: Connection): Promise<TokenHealth>;
  /** Absent: Postrider does not read or answer comments on this network. */
  readonly comments?: CommentsAdapter;
  readonly messages?: MessagesAdapter;
}

/** The network's own error, unchanged. */
export interface NetworkAnswer {
  readonly status: number | null;
  readonly code: string | null;
  readonly message: string | null;
}

/** The network refused: nothing was posted. */
export class NetworkRefusal extends Error {
  override readonly name = 'NetworkRefusal';
  readonly code: DeliveryErrorCode;
  readonly answer: NetworkAnswer;
  /** When to retry, epoch milliseconds; null: the network gave no time. */
  readonly retryAt: number | null;

  constructor(
    code: DeliveryErrorCode,
    message: string,
    answer: NetworkAnswer,
    retryAt: number | null = null,
  ) {
    super(message);
    this.code = code;
    this.answer = answer;
    this.retryAt = retryAt;
  }
}

/** The response does not say whether the post exists, such as a 5xx after the request was sent. */
export class OutcomeInDoubt extends Error {
  override readonly name = 'OutcomeInDoubt';
  readonly answer: NetworkAnswer;

  constructor(answer: NetworkAnswer) {
    super(
      `The network answered ${answer.status ?? 'nothing readable'}: whether the post exists is not known.`,
    );
    this.answer = answer;
  }
}
