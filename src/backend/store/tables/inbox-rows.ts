import type { Generated } from 'kysely';
import type { CommentState } from '../../../contract/inbox/comments.js';
import type { WindowBasis } from '../../../contract/inbox/conversations.js';
import type { Direction } from '../../../contract/inbox/messages.js';
import type { SendStatus } from '../../../contract/inbox/replies.js';
import type { Platform } from '../../../contract/platforms.js';
import type { AttemptOutcome } from '../../../contract/posts/posts.js';
import type { Doubt } from '../doubt.js';

/** Tables of the inbox. Instants are epoch milliseconds of workspace time unless noted otherwise. */
export interface InboxTables {
  comments: Sequenced<CommentRow>;
  conversations: Sequenced<ConversationRow>;
  messages: Sequenced<MessageRow>;
  sends: SendRow;
  send_attempts: SendAttemptRow;
  inbox_notices: Sequenced<InboxNoticeRow>;
  inbox_progress: InboxProgressRow;
  demo_visits: DemoVisitRow;
  network_comments: Sequenced<NetworkCommentRow>;
  network_conversations: NetworkConversationRow;
  network_messages: Sequenced<NetworkMessageRow>;
}

/** `seq` orders rows that have the same time. */
type Sequenced<Row extends { seq: number }> = Omit<Row, 'seq'> & { seq: Generated<number> };

export interface CommentRow {
  seq: number;
  id: string;
  workspace_id: string;
  account_id: string;
  platform: Platform;
  post_id: string;
  network_post_id: string;
  /** Null: written here and not known to be published. */
  network_comment_id: string | null;
  /** Our id of the comment it replies to. */
  parent_id: string | null;
  /** Our id of the top comment of its thread. */
  thread_id: string;
  author_id: string;
  /** Without the leading @. */
  author_handle: string;
  author_name: string;
  is_own: 0 | 1;
  text: string;
  state: CommentState;
  /** Made on a live video. */
  live: 0 | 1;
  /** For comments and messages written here; null: received from the network. */
  status: SendStatus | null;
  error_json: string | null;
  /** Shown in lists: other people's comments, and our own top-level comments. */
  listed: 0 | 1;
  /** From someone else and not answered yet. */
  awaiting: 0 | 1;
  unread: 0 | 1;
  url: string | null;
  /** The private reply to it. */
  private_message_id: string | null;
  created_at: number;
}

export interface ConversationRow {
  seq: number;
  id: string;
  workspace_id: string;
  account_id: string;
  platform: Platform;
  /** Null: started by a private reply, before the network assigned an id. */
  network_conversation_id: string | null;
  participant_id: string;
  /** Without the leading @. */
  participant_handle: string;
  participant_name: string;
  /** When the network's reply window closes; null: the person has not written. */
  closes_at: number | null;
  basis: WindowBasis | null;
  last_inbound_at: number | null;
  last_message_id: string | null;
  last_message_at: number;
  awaiting: 0 | 1;
  /** Number of unread messages. */
  unread: number;
  created_at: number;
}

export interface MessageRow {
  seq: number;
  id: string;
  workspace_id: string;
  conversation_id: string;
  account_id: string;
  network_message_id: string | null;
  direction: Direction;
  text: string;
  /** `MessageMedia[]`. */
  media_json: string;
  /** For messages written here: equal text and media give an equal fingerprint. */
  fingerprint: string | null;
  /** For comments and messages written here; null: received from the network. */
  status: SendStatus | null;
  error_json: string | null;
  /** For a private reply: our id of the comment. */
  answers_comment_id: string | null;
  created_at: number;
}

/** A reply or message being sent. Its id is the id of the comment or message. */
export interface SendRow {
  id: string;
  workspace_id: string;
  account_id: string;
  kind: 'comment' | 'message';
  /** `SendContent`. */
  content_json: string;
  status: SendStatus;
  due_at: number | null;
  /** The send expires at this time. */
  latest_at: number | null;
  /** System time at which a worker must look at it: it is due, or its lease expires. */
  wake_at: number | null;
  attempt: number;
  /** Attempts before the last manual resolution: they no longer count. */
  attempt_base: number;
  /** System time at which the lease of the claiming process expires. */
  lease_until: number | null;
  in_doubt: Doubt;
  first_attempt_at: number | null;
  updated_at: number;
}

interface SendAttemptRow {
  id: string;
  workspace_id: string;
  send_id: string;
  number: number;
  outcome: AttemptOutcome;
  sent_at: number | null;
  started_at: number;
  ended_at: number | null;
  error_json: string | null;
}

/** A network's notice that something is new; the content is then read from the network. */
export interface InboxNoticeRow {
  seq: number;
  id: string;
  workspace_id: string;
  account_id: string;
  /** `NoticeSubject`. */
  subject_json: string;
  due_at: number;
  /** System time at which a worker must look at it: it is due, or its lease expires. */
  wake_at: number | null;
  attempt: number;
  /** System time at which the lease of the claiming process expires. */
  lease_until: number | null;
  updated_at: number;
}

/** The last event that the inbox has processed, per workspace. */
interface InboxProgressRow {
  workspace_id: string;
  last_event_seq: number;
}

/** A comment or message that a simulated person will write in a demo workspace. */
export interface DemoVisitRow {
  id: string;
  workspace_id: string;
  account_id: string;
  /** The post to comment on; null: a message. */
  network_post_id: string | null;
  /** `Visit`. */
  visit_json: string;
  due_at: number;
}

/** The simulated networks' own comments and messages. Only `backend/simulators` accesses them. */
interface NetworkCommentRow {
  seq: number;
  workspace_id: string;
  platform: Platform;
  comment_id: string;
  network_post_id: string;
  parent_id: string | null;
  network_user_id: string;
  author_json: string | null;
  text: string;
  hidden: 0 | 1;
  live: 0 | 1;
  created_at: number;
}

export interface NetworkConversationRow {
  workspace_id: string;
  platform: Platform;
  conversation_id: string;
  network_user_id: string;
  person_id: string;
  person_handle: string;
  person_name: string;
  updated_at: number;
}

export interface NetworkMessageRow {
  seq: number;
  workspace_id: string;
  platform: Platform;
  message_id: string;
  conversation_id: string;
  from_business: 0 | 1;
  text: string;
  attachments_json: string;
  from_ad: 0 | 1;
  answers_comment: string | null;
  created_at: number;
}
