import type { Platform } from '../../contract/platforms.js';
import type { SetCounts } from '../../contract/sandbox/counts.js';
import type { WireRequest, WireResponse } from '../networks/wire.js';
import type { SimulatedInboxMemory } from './simulated-inbox.js';

/** An account of a simulated network. */
export interface SimulatedAccount {
  readonly platform: Platform;
  readonly networkUserId: string;
  /** Without the leading @. */
  readonly handle: string;
  readonly displayName: string;
  readonly accessToken: string;
  /** Absent: the access token does not expire. */
  readonly refreshToken?: string;
  /** When the access token expires, epoch milliseconds; absent: no expiry was set. */
  readonly tokenExpiresAt?: number;
}

/** A file that was uploaded to the simulated network, or fetched by it. */
export interface SimulatedFile {
  /** SHA-256 of its bytes, hexadecimal. The storage key. */
  readonly sha256: string;
  /** MIME type, detected from the bytes; `application/octet-stream`: a type that no network accepts. */
  readonly contentType: string;
  readonly bytes: number;
}

/** A file of a post. */
export interface SimulatedMedia extends SimulatedFile {
  readonly altText: string | null;
  /** The cover image of a video. */
  readonly cover?: SimulatedFile;
}

/** What a request says of the card of its link, besides the URL and the title. */
export interface SimulatedCard {
  readonly description: string | null;
  readonly image: SimulatedFile | null;
}

/** Stores the files that a simulated network receives. */
export interface SimulatedFiles {
  receive(bytes: AsyncIterable<Uint8Array>): Promise<SimulatedFile>;
  /** Joins the chunks of a file, in order. */
  join(parts: readonly SimulatedFile[]): Promise<SimulatedFile>;
  /** Fetches a URL; null: it cannot be fetched. */
  fetch(address: string): Promise<SimulatedFile | null>;
}

/** The request that created a post, as the network received it, without secrets. */
export interface SimulatedRequest {
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or form fields; files are replaced by their size. */
  readonly body: unknown;
}

/** The network's response. */
export interface SimulatedAnswer {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A post of a simulated network. Times are epoch milliseconds. */
export interface SimulatedPost {
  readonly networkPostId: string;
  readonly networkUserId: string;
  /** Path below the network's web address, `/northwind/status/1859…`. */
  readonly path: string;
  readonly text: string;
  readonly title: string | null;
  readonly link: string | null;
  readonly mediaIds: readonly string[];
  /** Its images and videos, in order; absent: none. */
  readonly media?: readonly SimulatedMedia[];
  /** The rest of its link card; absent: the request had none. */
  readonly card?: SimulatedCard;
  /** The idempotency or record key of its request; null: the network has none. */
  readonly key: string | null;
  /** The body of the request that created it, or of the one that prepared it. */
  readonly rawCall: unknown;
  /** The request that published it; absent: it was not stored. */
  readonly madeBy?: SimulatedRequest;
  /** The response to it; absent: there was none, or it was not stored. */
  readonly answer?: SimulatedAnswer;
  /** What the network counts of it instead of its own numbers; absent: nothing was set. */
  readonly counts?: SetCounts;
  readonly createdAt: number;
}

/** What a network stores before there is a post: a container, an uploaded file, an upload session. */
export interface SimulatedUpload {
  readonly uploadId: string;
  readonly networkUserId: string;
  /** The stored state: JSON. */
  readonly state: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
}

/** How publishing changes the upload that it publishes. */
export interface UploadChange {
  /** The upload as it was read. */
  readonly before: SimulatedUpload;
  readonly after: SimulatedUpload;
}

/**
 * The memory of one simulated network in one workspace. Stored in the database, but committed separately from our
 * own records, as at a real network.
 */
export interface SimulatedMemory extends SimulatedInboxMemory {
  accountByToken(accessToken: string): Promise<SimulatedAccount | null>;
  accountByRefreshToken(refreshToken: string): Promise<SimulatedAccount | null>;
  accountById(networkUserId: string): Promise<SimulatedAccount | null>;
  /** @param handle without the leading @, in any case */
  accountByHandle(handle: string): Promise<SimulatedAccount | null>;
  /**
   * Stores a post and, in the same transaction, what becomes of the upload that it publishes.
   *
   * @returns false where nothing was stored: a post with that key or id exists, or the upload has changed since it was
   *   read
   */
  addPost(post: SimulatedPost, change?: UploadChange): Promise<boolean>;
  /** Deletes a post; nothing happens where there is none. */
  removePost(networkPostId: string): Promise<void>;
  /** Stores the response to the request that created a post. */
  noteAnswer(networkPostId: string, answer: SimulatedAnswer): Promise<void>;
  postById(networkPostId: string): Promise<SimulatedPost | null>;
  postByKey(networkUserId: string, key: string): Promise<SimulatedPost | null>;
  /** Newest first. */
  postsOf(networkUserId: string, since: number, limit: number): Promise<readonly SimulatedPost[]>;
  /** Replaces a post's images and videos, when a thumbnail was set later. */
  setMedia(networkPostId: string, media: readonly SimulatedMedia[]): Promise<void>;
  /** How many posts the account has made since then, epoch milliseconds. */
  countPosts(networkUserId: string, since: number): Promise<number>;
  /** Stores them in one transaction; an upload with the same id is replaced. */
  putUploads(...uploads: readonly SimulatedUpload[]): Promise<void>;
  uploadById(uploadId: string): Promise<SimulatedUpload | null>;
}

export interface SimulatorContext {
  readonly memory: SimulatedMemory;
  readonly files: SimulatedFiles;
  /** The current time at the network, epoch milliseconds. */
  readonly now: number;
  /** Web address of the simulated network, `http://127.0.0.1:4747/network/x`. */
  readonly webUrl: string;
  /** Waits by the workspace's clock; absent: wait by the system clock. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /** Turns off quotas, for load tests of the publisher. */
  readonly unlimited?: boolean;
  /** A random number in [0, 1), for generated ids. */
  random(): number;
}

/** The other end of the wire: responds to API requests as the network would. */
export interface NetworkSimulator {
  readonly platform: Platform;
  /** The origin that requests name as the API's, as at the real network. No request goes there. */
  readonly origin: string;
  answer(request: WireRequest, context: SimulatorContext): Promise<WireResponse>;
}
