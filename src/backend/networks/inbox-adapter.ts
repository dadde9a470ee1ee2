import type { MessageMedia } from '../../contract/inbox/messages.js';
import type { Connection } from './connection.js';
import type { Delivered, OutgoingMedia, Prepared } from './outgoing-post.js';

/** A person on a network. */
export interface NetworkPerson {
  readonly networkUserId: string;
  /** Without the leading @; null: the network has no handles. */
  readonly handle: string | null;
  readonly displayName: string;
}

/** A comment on a network. Times are epoch milliseconds, as precise as the network reports them. */
export interface NetworkComment {
  readonly networkCommentId: string;
  /** The comment it replies to; null: the post. */
  readonly parentId: string | null;
  readonly author: NetworkPerson;
  /** The account itself wrote it. */
  readonly isOwn: boolean;
  readonly text: string;
  readonly createdAt: number;
  readonly hidden: boolean;
  /** It was written during a live video. */
  readonly live: boolean;
  /** Null: it is shown on the post's page. */
  readonly url: string | null;
}

/** One page of a list at the network, newest first. */
interface NetworkPageOf<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; null: this is the last page. */
  readonly next: string | null;
}

/** A reply to send. */
export interface OutgoingReply {
  readonly networkPostId: string;
  /** The comment it replies to, by the network's id; null: the post. */
  readonly parentId: string | null;
  /** The top-level comment under which the network shows it; null: directly under the post. */
  readonly attachesTo: string | null;
  readonly text: string;
  /** When the first attempt started, epoch milliseconds. A lookup searches from here. */
  readonly since: number;
  /** Comments of this account that belong to something else. */
  readonly knownIds: readonly string[];
}

/** A network that knows a post under several ids. Postrider may have stored the first. */
interface OtherIds {
  /** Whether a post that is stored under this id may have been given another one later. */
  mayHaveChanged(networkUserId: string, networkPostId: string): boolean;
  /** The other ids of a post; empty: it has none, or the network does not say. Throws what `NetworkAdapter.ask` throws. */
  read(connection: Connection, networkPostId: string): Promise<readonly string[]>;
}

/** Comments under the posts of an account. Methods throw what `NetworkAdapter.create` and `ask` throw. */
export interface CommentsAdapter {
  /**
   * Lists comments with their replies. Null: the post does not exist, or was deleted. Absent: the network lists them only
   * for those whom it mentions.
   */
  list?(
    connection: Connection,
    networkPostId: string,
    page: string | null,
  ): Promise<NetworkPageOf<NetworkComment> | null>;
  /** Absent: the network has one id for a post, from the beginning. */
  readonly otherIds?: OtherIds;
  /** Null: the comment does not exist, or was deleted. */
  read(connection: Connection, networkCommentId: string): Promise<NetworkComment | null>;
  /**
   * Whether the network says that a comment no longer exists. False: it exists, or is only not shown to the account.
   * Absent: the network announces deletions, or is not asked for what is new.
   */
  isGone?(connection: Connection, networkCommentId: string): Promise<boolean>;
  /** Irreversible. */
  reply(connection: Connection, reply: OutgoingReply): Promise<Delivered>;
  /** Looks for a reply that an earlier `reply` may have made. Null: it does not exist. */
  findReply(connection: Connection, reply: OutgoingReply): Promise<Delivered | null>;
  /** Safe to repeat. Absent: the network cannot hide comments. */
  setHidden?(connection: Connection, networkCommentId: string, hidden: boolean): Promise<void>;
  /** Safe to repeat. Absent: the network does not let us delete comments. */
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
  /** The person came from a click-to-message ad. */
  readonly fromAd: boolean;
  readonly createdAt: number;
}

/** A message to send. */
export interface OutgoingMessage {
  /** Null: its id is not known yet, or this private reply starts it. */
  readonly networkConversationId: string | null;
  /** The person at the other end. */
  readonly personId: string;
  /** The comment that a private reply answers. */
  readonly answersComment: string | null;
  readonly text: string;
  readonly media: readonly OutgoingMedia[];
  /** A person wrote it by hand, after the reply window has closed. */
  readonly humanAgent: boolean;
  readonly since: number;
  readonly knownIds: readonly string[];
}

/** Direct messages of an account. Methods throw what `NetworkAdapter.create` and `ask` throw. */
export interface MessagesAdapter {
  /** Null: the conversation does not exist. */
  conversation(connection: Connection, networkConversationId: string): Promise<NetworkConversation | null>;
  /** The network's id of the conversation with a person; null: there is none. Absent: notices name conversations. */
  conversationWith?(connection: Connection, personId: string): Promise<string | null>;
  list(
    connection: Connection,
    networkConversationId: string,
    page: string | null,
  ): Promise<NetworkPageOf<NetworkMessage>>;
  /** Uploads attachments. Safe to repeat. */
  prepare(connection: Connection, message: OutgoingMessage): Promise<Prepared>;
  /** Irreversible. */
  send(connection: Connection, message: OutgoingMessage, prepared: Prepared): Promise<Delivered>;
  /** Looks for a message that an earlier `send` may have made. Null: it does not exist. */
  find(connection: Connection, message: OutgoingMessage): Promise<Delivered | null>;
}

/** Something new at a network that does not announce it. */
export interface NewComment {
  readonly networkCommentId: string;
  /** What it replies to: a post or a comment. */
  readonly answers: string;
  /** `answers` is the post at the top: nothing above it has to be read. */
  readonly isPost?: true;
  /** Other ids under which the network knows that post. */
  readonly alsoPosts?: readonly string[];
  /** What the look has read of it. Absent: it has to be read. */
  readonly comment?: NetworkComment;
}

/** What an account has received since a cursor. */
export interface News {
  readonly comments: readonly NewComment[];
  /** Conversations with new messages. */
  readonly conversationIds: readonly string[];
  /** Where the next look begins. The adapter's own text; null: nothing could be read yet. */
  readonly cursor: string | null;
  /** The network has more: look again at once. */
  readonly more: boolean;
  /** What the network does not let Postrider read, in sentences for people. */
  readonly withheld: readonly string[];
  /** What the look cost, in the unit of the network's daily budget. Absent: there is no budget. */
  readonly units?: number;
}

/** Asks a network that does not announce what is new. Methods throw what `NetworkAdapter.ask` throws. */
export interface NewsAdapter {
  /**
   * @param cursor of the last look; null: the first look, which goes back one page at most
   * @param unitsLeft of the day's budget; infinite where there is none
   */
  look(connection: Connection, cursor: string | null, unitsLeft: number): Promise<News>;
}
