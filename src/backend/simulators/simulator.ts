import type { Platform } from '../../contract/platforms.js';
import type { WireRequest, WireResponse } from '../networks/wire.js';
import type { SimulatedInboxMemory } from './simulated-inbox.js';

/** An account as the simulated network holds it. */
export interface SimulatedAccount {
  readonly platform: Platform;
  readonly networkUserId: string;
  /** Without the leading @. */
  readonly handle: string;
  readonly displayName: string;
  readonly accessToken: string;
  /** Absent: the access token was given for good. */
  readonly refreshToken?: string;
  /** When the access token ends by itself, epoch milliseconds, where that was said when it was given. */
  readonly tokenExpiresAt?: number;
}

/** A file that was uploaded to the simulated network, or fetched by it. */
export interface SimulatedFile {
  /** SHA-256 of its bytes, hexadecimal: by it the bytes are found again. */
  readonly sha256: string;
  /** MIME type, known by the bytes; `application/octet-stream` where it is none that networks take. */
  readonly contentType: string;
  readonly bytes: number;
}

/** A file of a post. */
export interface SimulatedMedia extends SimulatedFile {
  readonly altText: string | null;
  /** The image that stands for a video. */
  readonly cover?: SimulatedFile;
}

/** Where a simulated network keeps the bytes that it gets. */
export interface SimulatedFiles {
  receive(bytes: AsyncIterable<Uint8Array>): Promise<SimulatedFile>;
  /** One file of several that were sent as its parts, in their order. */
  join(parts: readonly SimulatedFile[]): Promise<SimulatedFile>;
  /** Fetches what lies at an address; null where nothing can be fetched. */
  fetch(address: string): Promise<SimulatedFile | null>;
}

/** The request that made a post, as its network received it: without what opens an account. */
export interface SimulatedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or the fields of a form; files are told by their size. */
  readonly body: unknown;
}

/** What the network answered to it. */
export interface SimulatedAnswer {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A post as the simulated network holds it. Instants are epoch milliseconds. */
export interface SimulatedPost {
  readonly networkPostId: string;
  readonly networkUserId: string;
  /** Path below the network's web address, `/northwind/status/1859…`. */
  readonly path: string;
  readonly text: string;
  readonly title: string | null;
  readonly link: string | null;
  readonly mediaIds: readonly string[];
  /** Its images and videos, in their order; absent: none. */
  readonly media?: readonly SimulatedMedia[];
  /** Idempotency or record key that it was made with, where the network takes one. */
  readonly key: string | null;
  /** What it was made of, as the network received it: the body of the request, or of the one that prepared it. */
  readonly rawCall: unknown;
  /** The request that made it visible; absent: it was not kept. */
  readonly madeBy?: SimulatedRequest;
  /** What that was answered; absent: it was not answered, or the answer was not kept. */
  readonly answer?: SimulatedAnswer;
  readonly createdAt: number;
}

/** What lies at the network before there is a post: a container, an uploaded file, an upload session. */
export interface SimulatedUpload {
  readonly uploadId: string;
  readonly networkUserId: string;
  /** What the network keeps of it: JSON. */
  readonly state: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
}

/**
 * What a simulated network remembers, of one network in one workspace. Kept in the database and committed
 * apart from our own records, as a network's memory would be.
 */
export interface SimulatedMemory extends SimulatedInboxMemory {
  accountByToken(accessToken: string): Promise<SimulatedAccount | null>;
  accountByRefreshToken(refreshToken: string): Promise<SimulatedAccount | null>;
  accountById(networkUserId: string): Promise<SimulatedAccount | null>;
  /** False where a post with that key, or that id, exists already: then nothing was stored. */
  addPost(post: SimulatedPost): Promise<boolean>;
  /** Keeps what the request that made a post was answered. */
  noteAnswer(networkPostId: string, answer: SimulatedAnswer): Promise<void>;
  postById(networkPostId: string): Promise<SimulatedPost | null>;
  postByKey(networkUserId: string, key: string): Promise<SimulatedPost | null>;
  /** Newest first. */
  postsOf(networkUserId: string, since: number, limit: number): Promise<readonly SimulatedPost[]>;
  /** Replaces what is kept of a post's images and videos: a thumbnail came later. */
  setMedia(networkPostId: string, media: readonly SimulatedMedia[]): Promise<void>;
  /** How many posts the account has made since then. */
  countPosts(networkUserId: string, since: number): Promise<number>;
  /** Stores it; an upload with the same id is replaced. */
  putUpload(upload: SimulatedUpload): Promise<void>;
  uploadById(uploadId: string): Promise<SimulatedUpload | null>;
}

export interface SimulatorContext {
  readonly memory: SimulatedMemory;
  readonly files: SimulatedFiles;
  /** The network's present time, epoch milliseconds. */
  readonly now: number;
  /** Web address of the simulated network, `http://127.0.0.1:4747/network/x`. */
  readonly webUrl: string;
  /** Waits, as long as it takes on the workspace's clock; absent: on the machine's. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /** The networks take any amount of posts: for tests of the publisher under load. */
  readonly unlimited?: boolean;
  /** A number in [0, 1) for the ids that the network makes up. */
  random(): number;
}

/** The other end of the wire: answers a network's API requests as the network would. */
export interface NetworkSimulator {
  readonly platform: Platform;
  answer(request: WireRequest, context: SimulatorContext): Promise<WireResponse>;
}
