/** The content of a reply or message, stored until it is sent. Ids are the network's. */
export type SendContent = CommentContent | MessageContent;

export interface CommentContent {
  readonly kind: 'comment';
  readonly networkPostId: string;
  /** The comment it replies to; null: the post. */
  readonly parentId: string | null;
  /** The top comment under which the network shows it; null: under the post. */
  readonly attachesTo: string | null;
  readonly text: string;
}

export interface MessageContent {
  readonly kind: 'message';
  readonly conversationId: string;
  readonly networkConversationId: string | null;
  readonly personId: string;
  /** The comment that a private reply replies to. */
  readonly answersComment: string | null;
  readonly text: string;
  readonly mediaKeys: readonly string[];
  /** A person writes it in the dashboard after the window has closed. */
  readonly humanAgent: boolean;
  /** When the window closes, in workspace time; null: no window applies. */
  readonly closesAt: number | null;
}
