import type { DeliveryWarning } from '../../contract/posts/delivery-warnings.js';
import type { TargetContent } from '../../networks/content.js';

export interface OutgoingMedia {
  readonly key: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Pixels, as displayed; null: unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /** The length of a video; absent or null: unknown. */
  readonly seconds?: number | null;
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

/** What the card of a link shows. */
interface OutgoingCard {
  readonly title: string | null;
  readonly description: string | null;
  readonly image: OutgoingMedia | null;
  /** Why its picture cannot be sent, in sentences; null: there is none, or it can be. */
  readonly imageProblem: string | null;
}

/** A post to publish. */
export interface OutgoingPost {
  readonly content: TargetContent;
  readonly media: readonly OutgoingMedia[];
  /** The image of `content.cover`. */
  readonly cover?: OutgoingMedia;
  /** What the page of `content.link` says; null: it could not be read. Absent: nobody tried to. */
  readonly card?: OutgoingCard | null;
  /** Stays the same across attempts. Networks that support one use it as the idempotency key or record key. */
  readonly key: string;
  /** When the first attempt started, epoch milliseconds. A lookup searches from here. */
  readonly since: number;
  /** Posts of this account that belong to other targets: a lookup must not match them. */
  readonly knownPostIds?: readonly string[];
  /** Its id at the network, where an earlier attempt learned it. */
  readonly networkPostId?: string;
}

/** What a lookup knows about a post. Its files may have been deleted. */
export type SoughtPost = Omit<OutgoingPost, 'media' | 'cover' | 'card'>;

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
  /** It is a draft in the network's app, which a person has to finish there: nothing is published. */
  readonly inInbox?: true;
  /** What the network’s answer shows to be different from what was sent. */
  readonly warnings?: readonly DeliveryWarning[];
}
