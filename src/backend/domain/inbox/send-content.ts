/** What is to be sent, as it is kept until it is out. Ids are the network's. */
export type SendContent = CommentContent | MessageContent;

export interface CommentContent {
  readonly kind: 'comment';
  readonly networkPostId: string;
  /** What it answers; null: the post. */
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
  /** Of a private reply: the comment. */
  readonly answersComment: string | null;
  readonly text: string;
  readonly mediaKeys: readonly string[];
  /** A person writes it by hand, after the window. */
  readonly humanAgent: boolean;
  /** When the window closes, workspace time; null: none holds for it. */
  readonly closesAt: number | null;
}
