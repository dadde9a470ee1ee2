import type { AccountHealthStatus } from '../../contract/accounts/accounts.js';
import type { Platform } from '../../contract/platforms.js';
import type { DeliveryErrorCode } from '../../contract/posts/delivery-errors.js';
import type { TargetContent } from '../../networks/content.js';
import type { CommentsAdapter, MessagesAdapter } from './inbox-adapter.js';
import type { Wire } from './wire.js';

/** What lets us act for an account: `accessToken`, and where they exist `refreshToken`, `expiresAt` (ISO 8601), `clientId`, `clientSecret`. */
export type Credentials = Readonly<Record<string, string>>;

/** An account as an adapter needs it: who it is at the network, and what lets us act for it. */
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

/** One conversation with a network on behalf of one account. */
export interface Connection {
  readonly account: ConnectedAccount;
  readonly wire: Wire;
  readonly signal: AbortSignal;
  /** The network's present time, epoch milliseconds: of the workspace's clock, read anew each time. */
  readonly now: number;
  /** Waits, as long as it takes on the workspace's clock; absent: on the machine's. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /**
   * Stores credentials that were renewed, before anything is done with them: a refresh token that was used
   * up opens nothing any more. Absent: nothing is renewed.
   */
  readonly keepCredentials?: (next: Credentials) => Promise<void>;
  /** The account's credentials as they are stored now: another process may have renewed them. */
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
  /** Where the network may fetch it by itself; null where nothing outside can reach it. */
  readonly publicUrl: string | null;
  /**
   * Opens the bytes as they are to be sent; may be called again, and then gives the same.
   *
   * @param range from `start` up to but not including `end`; absent: all
   */
  open(range?: { readonly start: number; readonly end: number }): ReadableStream<Uint8Array>;
}

/** What is to appear at the network. */
export interface OutgoingPost {
  readonly content: TargetContent;
  readonly media: readonly OutgoingMedia[];
  /** The image of `content.cover`, where there is one. */
  readonly cover?: OutgoingMedia;
  /** The same on each attempt at the same part: the network's idempotency key or record key, where it takes one. */
  readonly key: string;
  /** When the first attempt began, epoch milliseconds: a look-up searches from here. */
  readonly since: number;
  /** Posts of this account that other targets already hold: a look-up never takes one of them for this post. */
  readonly knownPostIds?: readonly string[];
}

/** A post as it is looked for: its files may be gone by then. */
export type SoughtPost = Omit<OutgoingPost, 'media' | 'cover'>;

/** What follows the main post: the next post of a thread, a comment under the post, or its thumbnail. */
export interface OutgoingPart {
  readonly kind: 'thread' | 'first_comment' | 'thumbnail';
  readonly text: string;
  /** The image of a thumbnail. */
  readonly image?: OutgoingMedia;
  /** The same on each attempt at the same part. */
  readonly key: string;
  /** When its first attempt began, epoch milliseconds. */
  readonly since: number;
  /** The main post. */
  readonly root: { readonly networkPostId: string; readonly url: string };
  /** What it answers: the part before it in a thread, else the main post. */
  readonly parent: { readonly networkPostId: string; readonly url: string };
  /** Posts and comments of this account that are known to be something else. */
  readonly knownPostIds: readonly string[];
}

/**
 * What preparing left at the network: ids of uploaded media, containers. Kept as soon as each is there, and
 * while the outcome of a `create` is open; after a refusal the next attempt prepares anew, since containers and
 * uploads go stale.
 */
export type Prepared = Readonly<Record<string, string>>;

/** How far preparing has come, so that a process that dies does not upload everything again. */
export interface Progress {
  /** What an earlier attempt prepared that made no irreversible call since. */
  readonly earlier: Prepared;
  /** Keeps what was prepared just now, before anything else is done. */
  keep(more: Prepared): Promise<void>;
}

export interface Delivered {
  readonly networkPostId: string;
  /** Where people see it at the network. */
  readonly url: string;
  /** It was there already: an earlier attempt had succeeded. */
  readonly adopted: boolean;
}

interface TokenHealth {
  readonly status: AccountHealthStatus;
  readonly reason: string | null;
  readonly action: string | null;
  /** Epoch milliseconds; null: it does not end. */
  readonly expiresAt: number | null;
}

/**
 * How we speak with one network. The adapter writes the network's own requests and reads its own answers;
 * whether a real or a simulated network is at the other end of the wire, it cannot tell.
 */
export interface NetworkAdapter {
  readonly platform: Platform;
  /**
   * How the truth is found after an answer was lost: `key`, the same request may be sent again with its key;
   * `lookup`, `find` tells whether it is there; `none`, only a person can look.
   */
  readonly recovery: 'key' | 'lookup' | 'none';
  /** For how long the network remembers a key, in milliseconds; absent: for ever. Afterwards `find` is asked. */
  readonly keyLifetimeMs?: number;
  /** Everything before the irreversible step; may be repeated. Absent where there is nothing to prepare. */
  prepare?(connection: Connection, post: OutgoingPost, progress?: Progress): Promise<Prepared>;
  /**
   * The one irreversible step.
   * @throws NetworkRefusal where the network said no and nothing was posted
   * @throws OutcomeInDoubt where the network failed in a way that tells nothing
   * @throws ConnectionFailed
   */
  create(connection: Connection, post: OutgoingPost, prepared: Prepared): Promise<Delivered>;
  /**
   * Looks for what an earlier `create` with the same `prepared` may have made. Null: it is surely not there.
   * @throws OutcomeInDoubt where the network cannot tell
   */
  find?(connection: Connection, post: SoughtPost, prepared: Prepared): Promise<Delivered | null>;
  /**
   * Sends what follows the main post. Irreversible, with the same faults as `create`. Absent where the network
   * has neither threads nor comments.
   */
  createPart?(connection: Connection, part: OutgoingPart): Promise<Delivered>;
  /** Looks for what an earlier `createPart` may have made. Null: it is surely not there. */
  findPart?(connection: Connection, part: OutgoingPart): Promise<Delivered | null>;
  checkToken(connection: Connection): Promise<TokenHealth>;
  /** Absent: comments are not read and answered there. */
  readonly comments?: CommentsAdapter;
  readonly messages?: MessagesAdapter;
}

/** The network's own answer, kept word for word. */
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
  /** Epoch milliseconds from which it may be tried again, where the network told. */
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

/** The network answered in a way that does not tell whether the post exists (a 5xx after sending). */
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
