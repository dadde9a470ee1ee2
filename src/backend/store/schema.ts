import type { Generated } from 'kysely';
import type { AccountHealthStatus } from '../../contract/accounts/accounts.js';
import type { Platform } from '../../contract/platforms.js';
import type { ScheduleMode } from '../../contract/posts/content.js';
import type { AttemptOutcome, PostKind } from '../../contract/posts/posts.js';
import type { PostStatus, TargetPhase, TargetStatus } from '../../contract/posts/status.js';
import type { DashboardTables } from './dashboard-rows.js';
import type { ActivityRow, EventRow, ForgottenEventsRow } from './event-rows.js';
import type { InboxTables } from './inbox-rows.js';
import type { MediaTables } from './media-rows.js';
import type { ScheduleTables } from './schedule-rows.js';
import type { SourceTables } from './source-rows.js';
import type { WebhookTables } from './webhook-rows.js';

/**
 * The tables. Instants are epoch milliseconds; `_json` columns hold JSON text; booleans are 0 and 1.
 * Times in workspace time (which a sandbox may move) and in system time are told apart in the comments.
 */
export interface Tables
  extends ScheduleTables,
    MediaTables,
    SourceTables,
    WebhookTables,
    DashboardTables,
    InboxTables {
  workspaces: WorkspaceRow;
  api_keys: Omit<ApiKeyRow, 'kind'> & { kind: Generated<ApiKeyRow['kind']> };
  accounts: AccountRow;
  posts: Omit<PostRow, 'kind' | 'source_id' | 'incomplete'> & {
    kind: Generated<PostKind>;
    source_id: Generated<string | null>;
    incomplete: Generated<0 | 1>;
  };
  targets: Omit<TargetRow, 'listed_at'> & { listed_at: Generated<number> };
  target_parts: TargetPartRow;
  post_history: HistoryRow;
  attempts: AttemptRow;
  events: EventRow;
  forgotten_events: ForgottenEventsRow;
  activity: ActivityRow;
  idempotency: IdempotencyRow;
  network_posts: NetworkPostRow;
  network_uploads: NetworkUploadRow;
}

export interface WorkspaceRow {
  id: string;
  name: string;
  sandbox: 0 | 1;
  timezone: string;
  /** How late a post may go out by itself; later it is `missed`. */
  grace_ms: number;
  /** Workspace time less system time, while its clock runs. */
  clock_offset_ms: number;
  /** Workspace time at which its clock stands still; null: it runs. */
  clock_frozen_at: number | null;
  created_at: number;
}

export interface ApiKeyRow {
  id: string;
  workspace_id: string;
  /** `person`: what people do in the dashboard; it has no text and is in no list. */
  kind: 'key' | 'person' | 'terminal';
  label: string;
  /** First characters of the key, shown to people. */
  prefix: string;
  /** SHA-256 of the whole key, hexadecimal. */
  hash: string;
  scopes_json: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  /** When a person is asked before a tool acts; null: the tool server decides. */
  confirm: string | null;
  read_only: number;
  /** The groups of tools that it may use; null: all. */
  toolsets_json: string | null;
}

export interface AccountRow {
  id: string;
  workspace_id: string;
  platform: Platform;
  network_user_id: string;
  /** Without the leading @. */
  handle: string;
  display_name: string;
  simulated: 0 | 1;
  premium: 0 | 1;
  credentials_json: string;
  health_status: AccountHealthStatus;
  health_reason: string | null;
  health_action: string | null;
  health_checked_at: number;
  token_expires_at: number | null;
  connected_at: number;
}

export interface PostRow {
  id: string;
  workspace_id: string;
  status: PostStatus;
  text: string;
  media_urls_json: string;
  alt_texts_json: string;
  overrides_json: string;
  /** What it carries: a video, images, or text alone. */
  kind: PostKind;
  schedule_mode: ScheduleMode;
  scheduled_at: number | null;
  timezone: string;
  /** What the rules say of a draft. */
  issues_json: string;
  /** A draft's wish: mode, time and zone that approving would give it. */
  proposed_json: string | null;
  /** What was said when a draft was rejected. */
  review_note: string | null;
  /** The source that it was made from. */
  source_id: string | null;
  idempotency_key: string | null;
  version: number;
  created_by_key: string;
  created_at: number;
  updated_at: number;
  /** Published or failed, else due, else created: what lists are ordered by. */
  effective_at: number;
  /** A target is out, and something that follows it failed or is unknown. */
  incomplete: 0 | 1;
}

export interface TargetRow {
  id: string;
  workspace_id: string;
  post_id: string;
  /** Its place in the post, from 0. */
  position: number;
  account_id: string;
  platform: Platform;
  status: TargetStatus;
  phase: TargetPhase | null;
  /** What is to be sent: `TargetContent`. */
  content_json: string;
  /** Same account, same normalised text and media: same fingerprint. */
  fingerprint: string;
  /** Workspace time: when it was to go out first. */
  scheduled_at: number | null;
  /** Workspace time: when it is due, or due again; null while claimed and when finished. */
  due_at: number | null;
  /** Workspace time after which it may not go out by itself; then it is missed. */
  latest_at: number | null;
  /** System time: when the publisher must look at it, because it is due or its lease ran out. */
  wake_at: number | null;
  /** Attempts begun so far; with the id it fences completion. */
  attempt: number;
  /** Attempts that do not count any more, because somebody asked for a retry. */
  attempt_base: number;
  /** System time: until when the process that claimed it may write. */
  lease_until: number | null;
  /** The irreversible call of an attempt may have left, and its outcome is not known. */
  in_doubt: 0 | 1;
  /** Ids of media and containers that earlier attempts left at the network. */
  prepared_json: string;
  /** Workspace time: when the first attempt began. */
  first_attempt_at: number | null;
  url: string | null;
  network_post_id: string | null;
  error_json: string | null;
  published_at: number | null;
  updated_at: number;
  /** The post's `effective_at`: its place in the lists of the account. */
  listed_at: number;
}

/** What a target sends after its main post, in their order from 1. The main post is the target itself. */
export interface TargetPartRow {
  target_id: string;
  position: number;
  kind: 'thread' | 'first_comment' | 'thumbnail';
  workspace_id: string;
  /** Of a thumbnail: its storage key. */
  text: string;
  status: 'pending' | 'published' | 'failed' | 'unknown';
  /** Its irreversible call may have left, and the outcome is not known. */
  in_doubt: 0 | 1;
  /** Workspace time. */
  first_attempt_at: number | null;
  network_part_id: string | null;
  url: string | null;
  error_json: string | null;
}

/** What was done to a post by a person or a key. */
interface HistoryRow {
  seq: Generated<number>;
  post_id: string;
  workspace_id: string;
  api_key_id: string | null;
  action: string;
  changes_json: string;
  version: number;
  created_at: number;
}

export interface AttemptRow {
  id: string;
  workspace_id: string;
  target_id: string;
  number: number;
  outcome: AttemptOutcome;
  /** The irreversible call may have left from here on. */
  sent_at: number | null;
  started_at: number;
  ended_at: number | null;
  error_json: string | null;
}

interface IdempotencyRow {
  api_key_id: string;
  method: string;
  path: string;
  key: string;
  body_hash: string;
  status: number;
  answer_json: string;
  /** System time. */
  created_at: number;
  expires_at: number;
}

/** What a simulated network remembers. Only the networks in `backend/networks` read and write it. */
export interface NetworkPostRow {
  /** The order in which they came: some have the same time. */
  seq: Generated<number>;
  workspace_id: string;
  platform: Platform;
  network_post_id: string;
  network_user_id: string;
  path: string;
  text: string;
  title: string | null;
  link: string | null;
  media_ids_json: string;
  /** Its images and videos: `SimulatedMedia[]`. */
  media_json: Generated<string>;
  key: string | null;
  raw_call_json: string;
  /** The request that made it visible: `SimulatedRequest`; null: it was not kept. */
  made_by_json: string | null;
  /** `SimulatedAnswer`; null: it was not answered, or the answer was not kept. */
  answer_json: string | null;
  created_at: number;
}

/** What a simulated network holds before there is a post: containers, uploaded files, upload sessions. */
interface NetworkUploadRow {
  workspace_id: string;
  platform: Platform;
  upload_id: string;
  network_user_id: string;
  state_json: string;
  created_at: number;
}
