import type { Generated } from 'kysely';
import type { CommentState } from '../../contract/inbox/comments.js';
import type { WindowBasis } from '../../contract/inbox/conversations.js';
import type { Direction } from '../../contract/inbox/messages.js';
import type { SendStatus } from '../../contract/inbox/replies.js';
import type { Platform } from '../../contract/platforms.js';
import type { AttemptOutcome } from '../../contract/posts/posts.js';

/** The tables of the inbox. Instants are epoch milliseconds of workspace time unless they say otherwise. */
export interface InboxTables {
  comments: Sequenced<CommentRow>;
  conversations: Sequenced<ConversationRow>;
  messages: Sequenced<MessageRow>;
  sends: SendRow;
  send_attempts: SendAttemptRow;
  inbox_notices: InboxNoticeRow;
  inbox_progress: InboxProgressRow;
  demo_visits: DemoVisitRow;
  network_comments: Sequenced<NetworkCommentRow>;
  network_conversations: NetworkConversationRow;
  network_messages: Sequenced<NetworkMessageRow>;
}

/** The order in which rows came tells those apart that have the same time. */
type Sequenced<Row extends { seq: number }> = Omit<Row, 'seq'> & { seq: Generated<number> };

export interface CommentRow {
  seq: number;
  id: string;
  workspace_id: string;
  account_id: string;
  platform: Platform;
  post_id: string;
  network_post_id: string;
  /** Null: it was written here and is not known to be out. */
  network_comment_id: string | null;
  /** Our id of what it answers. */
  parent_id: string | null;
  /** Our id of the top comment above it, or its own. */
  thread_id: string;
  author_id: string;
  /** Without the leading @. */
  author_handle: string;
  author_name: string;
  is_own: 0 | 1;
  text: string;
  state: CommentState;
  /** It was made on a live video. */
  live: 0 | 1;
  /** Of what was written here; null: it came from the network. */
  status: SendStatus | null;
  error_json: string | null;
  /** An item of lists: other people's comments, and our own on posts themselves. */
  listed: 0 | 1;
  /** Somebody else wrote it and nobody has answered. */
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
  /** Null: a private reply began it, and the network has not named it yet. */
  network_conversation_id: string | null;
  participant_id: string;
  /** Without the leading @. */
  participant_handle: string;
  participant_name: string;
  /** Until when the network lets us answer; null: the person has not written. */
  closes_at: number | null;
  basis: WindowBasis | null;
  last_inbound_at: number | null;
  last_message_id: string | null;
  last_message_at: number;
  awaiting: 0 | 1;
  /** How many messages nobody has read. */
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
  /** Of what was written here: the same text and media give the same. */
  fingerprint: string | null;
  /** Of what was written here; null: it came from the network. */
  status: SendStatus | null;
  error_json: string | null;
  /** Of a private reply: our id of the comment. */
  answers_comment_id: string | null;
  created_at: number;
}

/** A reply or a message on its way: the row's id is that of the comment or message. */
export interface SendRow {
  id: string;
  workspace_id: string;
  account_id: string;
  kind: 'comment' | 'message';
  /** `SendContent`. */
  content_json: string;
  status: SendStatus;
  due_at: number | null;
  /** After that it is too late to send it. */
  latest_at: number | null;
  /** System time: when it must be looked at, because it is due or its lease ran out. */
  wake_at: number | null;
  attempt: number;
  /** Attempts that do not count any more, because somebody resolved it. */
  attempt_base: number;
  /** System time: until when the process that claimed it may write. */
  lease_until: number | null;
  in_doubt: 0 | 1;
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

/** A network has told us that something is new: what that is, is asked of it. */
interface InboxNoticeRow {
  seq: Generated<number>;
  workspace_id: string;
  account_id: string;
  /** `Subject`. */
  subject_json: string;
  /** How often asking failed. */
  tries: number;
  /** System time. */
  look_at: number;
}

/** How far the events of a workspace were read for what they mean to the inbox. */
interface InboxProgressRow {
  workspace_id: string;
  last_event_seq: number;
}

/** Something that a made-up person is going to write in a demo workspace. */
export interface DemoVisitRow {
  id: string;
  workspace_id: string;
  account_id: string;
  /** The post that is commented on; null: it is a message. */
  network_post_id: string | null;
  /** `Visit`. */
  visit_json: string;
  due_at: number;
}

/** What the simulated networks remember of comments and messages. Only `backend/networks` reads and writes it. */
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
