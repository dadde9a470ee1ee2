/** What a simulated network holds of comments and direct messages. Instants are epoch milliseconds. */

/** Somebody at the network who is no account of ours. */
export interface SimulatedPerson {
  readonly networkUserId: string;
  /** Without the leading @. */
  readonly handle: string;
  readonly displayName: string;
}

/** A comment under a post. */
export interface SimulatedComment {
  readonly commentId: string;
  readonly networkPostId: string;
  /** The comment that it answers. */
  readonly parentId: string | null;
  readonly networkUserId: string;
  /** Who wrote it; absent: the account with that id. */
  readonly author?: SimulatedPerson;
  readonly text: string;
  /** Only its author and the account see it. */
  readonly hidden?: boolean;
  /** It was made on a live video. */
  readonly live?: boolean;
  readonly createdAt: number;
}

/** Direct messages between an account and one person. */
export interface SimulatedConversation {
  readonly conversationId: string;
  /** The account. */
  readonly networkUserId: string;
  readonly person: SimulatedPerson;
  readonly updatedAt: number;
}

export interface SimulatedAttachment {
  readonly kind: 'image' | 'video' | 'audio' | 'file';
  readonly url: string | null;
}

export interface SimulatedMessage {
  readonly messageId: string;
  readonly conversationId: string;
  readonly fromBusiness: boolean;
  readonly text: string;
  readonly attachments: readonly SimulatedAttachment[];
  /** The person came by an advertisement that invites to write. */
  readonly fromAd: boolean;
  /** Of a private reply: the comment. */
  readonly answersComment: string | null;
  readonly createdAt: number;
}

/** What a simulated network remembers of comments and messages. */
export interface SimulatedInboxMemory {
  addComment(comment: SimulatedComment): Promise<void>;
  /** Oldest first. */
  commentsOn(networkPostId: string): Promise<readonly SimulatedComment[]>;
  commentById(commentId: string): Promise<SimulatedComment | null>;
  hideComment(commentId: string, hidden: boolean): Promise<void>;
  /** With everything that answers it. */
  removeComment(commentId: string): Promise<void>;
  /** Begins it where there is none. */
  conversationWith(conversation: SimulatedConversation): Promise<SimulatedConversation>;
  conversationById(conversationId: string): Promise<SimulatedConversation | null>;
  /** By the last message, newest first. */
  conversationsOf(
    networkUserId: string,
    offset: number,
    limit: number,
  ): Promise<readonly SimulatedConversation[]>;
  conversationOfPerson(networkUserId: string, personId: string): Promise<SimulatedConversation | null>;
  addMessage(message: SimulatedMessage): Promise<void>;
  /** Newest first. */
  messagesIn(conversationId: string, offset: number, limit: number): Promise<readonly SimulatedMessage[]>;
  /** When the person wrote last: at all, and after an advertisement. */
  lastContact(
    conversationId: string,
  ): Promise<{ readonly at: number | null; readonly fromAdAt: number | null }>;
  /** The private reply to a comment. */
  privateReplyTo(commentId: string): Promise<SimulatedMessage | null>;
}
