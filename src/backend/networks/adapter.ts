import type { AccountHealthStatus } from '../../contract/accounts/accounts.js';
import type { Platform } from '../../contract/platforms.js';
import type { DeliveryErrorCode } from '../../contract/posts/delivery-errors.js';
import type { ListedBoards } from '../../networks/boards.js';
import type { OwnLimits } from '../../networks/own-limits.js';
import type { Connection } from './connection.js';
import type { CommentsAdapter, MessagesAdapter, NewsAdapter } from './inbox-adapter.js';
import type { MetricsAdapter } from './metrics-adapter.js';
import type {
  Delivered,
  OutgoingPart,
  OutgoingPost,
  Prepared,
  Progress,
  SoughtPost,
} from './outgoing-post.js';

export interface TokenHealth {
  readonly status: AccountHealthStatus;
  readonly reason: string | null;
  readonly action: string | null;
  /** Epoch milliseconds; null: it does not expire. */
  readonly expiresAt: number | null;
}

/** What an account's own server says of its limits. */
export interface ReadLimits {
  /** To be stored with the account; null: the network's defaults. */
  readonly limits: OwnLimits | null;
  /** What the server says that is not taken as it is, in sentences. */
  readonly notes: readonly string[];
}

/**
 * Speaks one network's API. It does not know whether the wire leads to the real network or to a simulated one.
 */
export interface NetworkAdapter {
  readonly platform: Platform;
  /**
   * How to find out what happened when a response was lost.
   *
   * `key`: send the same request again with the same key. Every server that speaks the protocol must answer it with the
   * first post, for as long as that exists. A network whose servers may ignore, forget or refuse a repeated key is
   * `lookup`, and sends the key as well.
   * `lookup`: call `find`, and send again only if the post is surely absent.
   * `none`: only a person can check.
   */
  readonly recovery: 'key' | 'lookup' | 'none';
  /**
   * With `lookup`: its servers may store a post after the connection has ended, so that it is looked up several times
   * before it counts as absent. Otherwise what one look-up does not find is sent again.
   */
  readonly storesLate?: true;
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
   * Looks for a post that an earlier `create` with the same `prepared` may have made. Null: it surely does not exist.
   * Whatever cannot be read is not known, never absent.
   * @throws OutcomeInDoubt the network does not say, or not readably
   */
  find?(connection: Connection, post: SoughtPost, prepared: Prepared): Promise<Delivered | null>;
  /**
   * Publishes a part. Irreversible, and throws what `create` throws. Absent: the network has neither threads nor
   * comments.
   */
  createPart?(connection: Connection, part: OutgoingPart): Promise<Delivered>;
  /** Looks for a part that an earlier `createPart` may have made. Null and errors mean what they mean in `find`. */
  findPart?(connection: Connection, part: OutgoingPart): Promise<Delivered | null>;
  checkToken(connection: Connection): Promise<TokenHealth>;
  /**
   * Reads the limits of the account's own server. Absent: all accounts of the network have the same.
   * @throws NetworkRefusal, ConnectionFailed
   */
  readLimits?(connection: Connection): Promise<ReadLimits>;
  /**
   * Lists the boards to which the account's posts can go. Absent: the network has none.
   * @throws NetworkRefusal, ConnectionFailed
   */
  readBoards?(connection: Connection): Promise<ListedBoards>;
  /**
   * Deletes a post of the account, or a later post of a thread. Done where there is none, so it is safe to repeat.
   * @throws NetworkRefusal, ConnectionFailed
   */
  remove?(connection: Connection, networkPostId: string): Promise<void>;
  /** Absent: Postrider does not read or answer comments on this network. */
  readonly comments?: CommentsAdapter;
  readonly messages?: MessagesAdapter;
  /** Absent: the network announces what is new. */
  readonly news?: NewsAdapter;
  /** Absent: Postrider does not read what this network counts. */
  readonly metrics?: MetricsAdapter;
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
  /** It refuses a repeat: the same is there already, perhaps from an attempt whose response was lost. */
  readonly isRepeat: boolean;

  constructor(
    code: DeliveryErrorCode,
    message: string,
    answer: NetworkAnswer,
    retryAt: number | null = null,
    isRepeat = code === 'duplicate_content',
  ) {
    super(message);
    this.code = code;
    this.answer = answer;
    this.retryAt = retryAt;
    this.isRepeat = isRepeat;
  }
}

/** The response does not say whether the post exists, such as a 5xx after the request was sent. */
export class OutcomeInDoubt extends Error {
  override readonly name = 'OutcomeInDoubt';
  readonly answer: NetworkAnswer;

  constructor(answer: NetworkAnswer) {
    super(
      `The network answered with ${answer.status === null ? 'something unreadable' : `HTTP ${answer.status}`}, so it is unknown whether the post exists.`,
    );
    this.answer = answer;
  }
}
