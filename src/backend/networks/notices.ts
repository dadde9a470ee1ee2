import { createHmac } from 'node:crypto';
import type { Platform } from '../../contract/platforms.js';
import type { Connection } from './connection.js';

/** What is to be read at a network, because it has announced it. Ids are those of the network. */
export type AnnouncedSubject =
  | {
      readonly kind: 'comments';
      readonly networkPostId: string;
      /** Other ids under which the network may know that post. */
      readonly alsoPosts?: readonly string[];
      readonly commentIds: readonly string[];
    }
  /** A comment on a post that is still to be found, and what it replies to. */
  | { readonly kind: 'mention'; readonly networkCommentId: string; readonly answers: string }
  /** A direct message from or to a person. */
  | { readonly kind: 'person'; readonly networkUserId: string };

/** One announcement. */
export interface Announcement {
  /** The network's id of the account that it is for. */
  readonly networkUserId: string;
  readonly subject: AnnouncedSubject;
  /** Tells it from others: the network may send one several times. */
  readonly fingerprint: string;
}

/** What one request of a network announces. */
export interface Announcements {
  readonly found: readonly Announcement[];
  /** Entries that say nothing of comments and messages, or that this version does not know. */
  readonly ignored: number;
  /**
   * The request says only that something is new for these accounts, by the network's ids; empty: it names none. They are
   * looked at soon, and nothing else in it is used. Absent: it says what is to be read.
   */
  readonly nudged?: readonly string[];
}

/** How a network tells a backend at a public address what is new. */
export interface NoticeProtocol {
  /** The header with the signature of the body, and how the HMAC-SHA-256 is written in it; several: any of them. */
  readonly signature: {
    readonly headers: readonly string[];
    readonly encoding: 'hex' | 'base64';
  };
  /**
   * Answers the request with which the network checks the address.
   *
   * @param secrets of the app
   * @returns what proves that the address belongs to the app; null: the request does not come from its owner
   */
  challenge(
    query: URLSearchParams,
    secrets: { readonly verifyToken: string; readonly appSecret: string },
  ): ChallengeAnswer | null;
  /** @param body parsed JSON, signed by the network */
  read(body: unknown): Announcements;
  /**
   * Has the network announce what is new for an account. It is safe to repeat. Absent: the app as a whole is subscribed.
   *
   * @throws what `NetworkAdapter.ask` throws
   */
  subscribe?(connection: Connection): Promise<void>;
  /** Ends that. @throws what `NetworkAdapter.ask` throws */
  unsubscribe?(connection: Connection): Promise<void>;
  /**
   * Reads a request with which the network says that a person has removed the app, or wants their data deleted. Absent: it
   * says neither.
   *
   * @param now epoch milliseconds
   * @returns the network's id of the person; null: the app has not signed it, or long ago
   */
  personIn?(signedRequest: string, appSecret: string, now: number): string | null;
  /** The network whose app may have signed as well, because one console has both. */
  readonly alsoSignedFor?: Platform;
}

interface ChallengeAnswer {
  readonly type: 'text' | 'json';
  readonly body: string;
}

const PREFIX = 'sha256=';

/** Whether a header may be a signature at all: strangers' bodies are not read without one. */
export function isSignature({ signature }: NoticeProtocol, header: string): boolean {
  const form = signature.encoding === 'hex' ? /^sha256=[0-9a-f]{64}$/ : /^sha256=[A-Za-z0-9+/]{43}=$/;
  return form.test(header);
}

/** The signature of a body, as the network writes it. */
export function signatureOf(
  { signature }: Pick<NoticeProtocol, 'signature'>,
  body: Uint8Array | string,
  secret: string,
): string {
  return `${PREFIX}${createHmac('sha256', secret).update(body).digest(signature.encoding)}`;
}

/** An id of a network as it may become a part of an address. */
const ID = /^[\w.:=-]{1,300}$/;

/** An id in a notice; null: it is none. */
export function idIn(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && ID.test(text) ? text : null;
}
