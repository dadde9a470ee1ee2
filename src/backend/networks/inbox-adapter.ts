import type { MessageMedia } from '../../contract/inbox/messages.js';
import type { Connection, Delivered, OutgoingMedia, Prepared } from './adapter.js';

/** Somebody at a network, as it names them. */
export interface NetworkPerson {
  readonly networkUserId: string;
  /** Without the leading @; null: the network has names only. */
  readonly handle: string | null;
  readonly displayName: string;
}

/** A comment at the network. Instants are epoch milliseconds, as exactly as the network tells. */
export interface NetworkComment {
  readonly networkCommentId: string;
  /** The comment that it answers; null: the post. */
  readonly parentId: string | null;
  readonly author: NetworkPerson;
  /** The account itself wrote it. */
  readonly isOwn: boolean;
  readonly text: string;
  readonly createdAt: number;
  readonly hidden: boolean;
  /** It was made on a live video. */
  readonly live: boolean;
  /** Null: the post's own address is where it is seen. */
  readonly url: string | null;
}

/** One page of a list at the network, newest first. */
interface NetworkPageOf<Item> {
  readonly items: readonly Item[];
  /** What leads to the next one; null: this was the last. */
  readonly next: string | null;
}

/** A reply on its way. */
export interface OutgoingReply {
  readonly networkPostId: string;
  /** What it answers: a comment by the network's id; null: the post. */
  readonly parentId: string | null;
  /** Where the network shows it: the top comment; null: under the post. */
  readonly attachesTo: string | null;
  readonly text: string;
  /** When the first attempt began, epoch milliseconds: a look-up searches from here. */
  readonly since: number;
  /** Comments of this account that are known to be something else. */
  readonly knownIds: readonly string[];
}

/** Comments under the posts of an account. Faults are those of `NetworkAdapter.create` and of `ask`. */
export interface CommentsAdapter {
  /** Comments with their replies. */
  list(
    connection: Connection,
    networkPostId: string,
    page: string | null,
  ): Promise<NetworkPageOf<NetworkComment>>;
  /** Null: there is no such comment (any more). */
  read(connection: Connection, networkCommentId: string): Promise<NetworkComment | null>;
  /** Irreversible. */
  reply(connection: Connection, reply: OutgoingReply): Promise<Delivered>;
  /** Looks for what an earlier `reply` may have made. Null: it is surely not there. */
  findReply(connection: Connection, reply: OutgoingReply): Promise<Delivered | null>;
  /** May be repeated. Absent: the network hides none. */
  setHidden?(connection: Connection, networkCommentId: string, hidden: boolean): Promise<void>;
  /** May be repeated: what is gone stays gone. Absent: the network deletes none for us. */
  remove?(connection: Connection, networkCommentId: string): Promise<void>;
}

export interface NetworkConversation {
  readonly networkConversationId: string;
  readonly person: NetworkPerson;
  readonly updatedAt: number;
}

export interface NetworkMessage {
  readonly networkMessageId: string;
  readonly fromUs: boolean;
  readonly text: string;
  readonly media: readonly Omit<MessageMedia, 'key'>[];
  /** The person came by an advertisement that invites to write. */
  readonly fromAd: boolean;
  readonly createdAt: number;
}

/** A message on its way. */
export interface OutgoingMessage {
  /** Null: the network has not named it, or it is a private reply that begins it. */
  readonly networkConversationId: string | null;
  /** The person at the other end. */
  readonly personId: string;
  /** Of a private reply: the comment. */
  readonly answersComment: string | null;
  readonly text: string;
  readonly media: readonly OutgoingMedia[];
  /** A person writes it by hand, after the window. */
  readonly humanAgent: boolean;
  readonly since: number;
  readonly knownIds: readonly string[];
}

/** Direct messages of an account. Faults are those of `NetworkAdapter.create` and of `ask`. */
export interface MessagesAdapter {
  /** Null: there is no such conversation. */
  conversation(connection: Connection, networkConversationId: string): Promise<NetworkConversation | null>;
  list(
    connection: Connection,
    networkConversationId: string,
    page: string | null,
  ): Promise<NetworkPageOf<NetworkMessage>>;
  /** Uploads what is sent along; may be repeated. */
  prepare(connection: Connection, message: OutgoingMessage): Promise<Prepared>;
  /** Irreversible. */
  send(connection: Connection, message: OutgoingMessage, prepared: Prepared): Promise<Delivered>;
  /** Looks for what an earlier `send` may have made. Null: it is surely not there. */
  find(connection: Connection, message: OutgoingMessage): Promise<Delivered | null>;
}
