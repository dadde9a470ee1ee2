/** Comments and direct messages of a simulated network. Times are epoch milliseconds. */

/** A person on the network who is not one of our accounts. */
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
  /** The comment it replies to. */
  readonly parentId: string | null;
  readonly networkUserId: string;
  /** Who wrote it; absent: the account with that id. */
  readonly author?: SimulatedPerson;
  readonly text: string;
  /** Only its author and the account see it. */
  readonly hidden?: boolean;
  /** It was written during a live video. */
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
  /** The person came from a click-to-message ad. */
  readonly fromAd: boolean;
  /** The comment that a private reply answers. */
  readonly answersComment: string | null;
  readonly createdAt: number;
}

/** Stores the comments and messages of a simulated network. */
export interface SimulatedInboxMemory {
  addComment(comment: SimulatedComment): Promise<void>;
  /** Oldest first. */
  commentsOn(networkPostId: string): Promise<readonly SimulatedComment[]>;
  commentById(commentId: string): Promise<SimulatedComment | null>;
  hideComment(commentId: string, hidden: boolean): Promise<void>;
  /** Also removes its replies. */
  removeComment(commentId: string): Promise<void>;
  /** Starts it if there is none. */
  conversationWith(conversation: SimulatedConversation): Promise<SimulatedConversation>;
  conversationById(conversationId: string): Promise<SimulatedConversation | null>;
  /** Ordered by the last message, newest first. */
  conversationsOf(
    networkUserId: string,
    offset: number,
    limit: number,
  ): Promise<readonly SimulatedConversation[]>;
  conversationOfPerson(networkUserId: string, personId: string): Promise<SimulatedConversation | null>;
  addMessage(message: SimulatedMessage): Promise<void>;
  /** Newest first. */
  messagesIn(conversationId: string, offset: number, limit: number): Promise<readonly SimulatedMessage[]>;
  /** When the person last wrote, and when they last did after an ad. */
  lastContact(
    conversationId: string,
  ): Promise<{ readonly at: number | null; readonly fromAdAt: number | null }>;
  /** The private reply to a comment. */
  privateReplyTo(commentId: string): Promise<SimulatedMessage | null>;
}
