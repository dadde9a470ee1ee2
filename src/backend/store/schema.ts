import type { Generated } from 'kysely';
import type { AccountHealthStatus } from '../../contract/accounts/accounts.js';
import type { Platform } from '../../contract/platforms.js';
import type { ScheduleMode } from '../../contract/posts/content.js';
import type { AttemptOutcome, PostKind } from '../../contract/posts/posts.js';
import type { PostStatus, TargetPhase, TargetStatus } from '../../contract/posts/status.js';
import type { Doubt } from './doubt.js';
import type { Sealed } from './sealing/sealed.js';
import type { AlertTables } from './tables/alert-rows.js';
import type { AssistantTables } from './tables/assistant-rows.js';
import type { ConnectionTables } from './tables/connection-rows.js';
import type { DashboardTables } from './tables/dashboard-rows.js';
import type { ActivityRow, EventRow, ForgottenEventsRow } from './tables/event-rows.js';
import type { InboxTables } from './tables/inbox-rows.js';
import type { LabelTables } from './tables/label-rows.js';
import type { MediaTables } from './tables/media-rows.js';
import type { MetricTables } from './tables/metric-rows.js';
import type { PeopleTables } from './tables/people-rows.js';
import type { RemarkTables } from './tables/remark-rows.js';
import type { ScheduleTables } from './tables/schedule-rows.js';
import type { SecretTables } from './tables/secret-rows.js';
import type { SourceTables } from './tables/source-rows.js';
import type { WebhookTables } from './tables/webhook-rows.js';

/**
 * The tables. Instants are epoch milliseconds; `_json` columns hold JSON text; booleans are 0 and 1.
 * The comments distinguish workspace time, which a sandbox can move, from system time.
 */
export interface Tables
  extends ScheduleTables,
    MediaTables,
    SecretTables,
    SourceTables,
    WebhookTables,
    DashboardTables,
    PeopleTables,
    InboxTables,
    ConnectionTables,
    LabelTables,
    MetricTables,
    AssistantTables,
    RemarkTables,
    AlertTables {
  workspaces: Omit<WorkspaceRow, WorkspaceOption> & {
    [Column in WorkspaceOption]: Generated<WorkspaceRow[Column]>;
  };
  api_keys: Omit<ApiKeyRow, 'kind' | 'person_id' | 'client_id'> & {
    kind: Generated<ApiKeyRow['kind']>;
    person_id: Generated<string | null>;
    client_id: Generated<string | null>;
  };
  accounts: Omit<AccountRow, RealAccountColumn> & {
    [Column in RealAccountColumn]: Generated<AccountRow[Column]>;
  } & {
    /** System time until which one process alone may renew the account's access; null: no process does. */
    renewing_until: Generated<number | null>;
  };
  posts: Omit<PostRow, 'kind' | 'source_id' | 'link' | 'incomplete' | 'remark_count'> & {
    kind: Generated<PostKind>;
    source_id: Generated<string | null>;
    link: Generated<string | null>;
    incomplete: Generated<0 | 1>;
    remark_count: Generated<number>;
  };
  targets: Omit<TargetRow, 'listed_at'> & { listed_at: Generated<number> };
  target_parts: TargetPartRow;
  post_history: HistoryRow;
  attempts: Omit<AttemptRow, 'in_doubt'> & { in_doubt: Generated<AttemptRow['in_doubt']> };
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
  /** How late a post may be published automatically; after that it is `missed`. */
  grace_ms: number;
  /** Workspace time minus system time, while the clock runs. */
  clock_offset_ms: number;
  /** Workspace time at which the clock is frozen; null: it runs. */
  clock_frozen_at: number | null;
  created_at: number;
  /** Whether people who sign in need a second factor. */
  requires_second_factor: 0 | 1;
  /** Whether somebody other than its author approves each post. */
  requires_other_approver: 0 | 1;
}

/** What an owner can turn on. */
type WorkspaceOption = 'requires_second_factor' | 'requires_other_approver';

export interface ApiKeyRow {
  id: string;
  workspace_id: string;
  /**
   * `person`: acts for a person in the dashboard; it has no key text and appears in no list. `connection`: an assistant,
   * which uses access tokens instead of a key text.
   */
  kind: 'key' | 'person' | 'terminal' | 'connection';
  /** Whose role limits its scopes; null: it was made in a terminal, and only its scopes do. */
  person_id: string | null;
  label: string;
  /** First characters of the key, for display. */
  prefix: string;
  /** SHA-256 of the key, hexadecimal. */
  hash: string;
  scopes_json: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  /** When a tool asks for confirmation; null: the tool server decides. */
  confirm: string | null;
  read_only: number;
  /** Allowed groups of tools; null: all. */
  toolsets_json: string | null;
  /** The OAuth client of a connection; null: another kind of key. */
  client_id: string | null;
}

export interface AccountRow {
  id: string;
  workspace_id: string;
  platform: Platform;
  /** The network's own identifier; with `@` and the host of its server where servers number their accounts. */
  network_user_id: string;
  /** Without the leading @. */
  handle: string;
  display_name: string;
  simulated: 0 | 1;
  /** Where the account's API calls go, such as `https://mastodon.social`; null: the network is simulated. */
  origin: string | null;
  avatar_url: string | null;
  /** Its page at the network; null: the network is simulated. */
  profile_url: string | null;
  /** How far the network has reviewed the app that it was connected with; null: nobody has said, or there is no app. */
  app_review: string | null;
  premium: 0 | 1;
  /** What its own server accepts (`OwnLimits`); null: its network's defaults. */
  limits_json: string | null;
  /** What its network does not let Postrider read of comments and messages: a JSON list of sentences; null: nothing. */
  inbox_withheld: string | null;
  /** Why its network does not announce what is new for it, in a sentence; null: it does, or was not asked to. */
  notices_problem: string | null;
  /** Since when its network announces what is new for it; null: it does not. */
  notices_since: number | null;
  /** When its network last announced something. */
  noticed_at: number | null;
  /** Only a `Vault` writes and reads it. */
  credentials_json: Sealed;
  /** Whether to read what its network counts of its posts; null: unless the network charges for it. */
  reads_metrics: 0 | 1 | null;
  /** Whether comments on its posts are read; null: unless the network charges for it. */
  reads_comments: 0 | 1 | null;
  /** The tags that links in its posts get: `LinkTags`; null: none. */
  link_tags_json: string | null;
  /** The boards to which its posts can go (`Board[]`); null: none, or its network could not list them. */
  boards_json: string | null;
  /** The board for posts that name none; null: they must name one. */
  board_id: string | null;
  health_status: AccountHealthStatus;
  health_reason: string | null;
  health_action: string | null;
  health_checked_at: number;
  token_expires_at: number | null;
  connected_at: number;
}

/** Simulated accounts leave these empty. */
type RealAccountColumn = 'origin' | 'avatar_url' | 'profile_url' | 'app_review' | 'boards_json' | 'board_id';

export interface PostRow {
  id: string;
  workspace_id: string;
  status: PostStatus;
  text: string;
  media_urls_json: string;
  alt_texts_json: string;
  overrides_json: string;
  /** Its content: a video, images or text only. */
  kind: PostKind;
  schedule_mode: ScheduleMode;
  scheduled_at: number | null;
  timezone: string;
  /** Validation issues of a draft. */
  issues_json: string;
  /** Proposed schedule of a draft: the mode, time and zone that approval applies. */
  proposed_json: string | null;
  /** The reviewer's note on a rejected draft. */
  review_note: string | null;
  /** The source it was created from. */
  source_id: string | null;
  /** The link that every target gets. */
  link: string | null;
  idempotency_key: string | null;
  /** The trace of the request that created it; null: it was not traced. */
  traceparent: string | null;
  version: number;
  created_by_key: string;
  created_at: number;
  updated_at: number;
  /** Sort key of lists: when it was published or failed, else is due, else was created. */
  effective_at: number;
  /** A target is published, but a part after it failed or is unknown. */
  incomplete: 0 | 1;
  /** How many remarks it has. */
  remark_count: number;
}

export interface TargetRow {
  id: string;
  workspace_id: string;
  post_id: string;
  /** Position in the post, from 0. */
  position: number;
  account_id: string;
  platform: Platform;
  status: TargetStatus;
  phase: TargetPhase | null;
  /** The content to send: `TargetContent`. */
  content_json: string;
  /** Equal for the same account, normalised text and media. */
  fingerprint: string;
  /** Workspace time of its original schedule. */
  scheduled_at: number | null;
  /** Workspace time at which it is due, or due for a retry; null while claimed and when finished. */
  due_at: number | null;
  /** Workspace time after which it is no longer published automatically, but missed. */
  latest_at: number | null;
  /** System time at which the publisher must look at it: it is due, or its lease expires. */
  wake_at: number | null;
  /** Attempts started; with the id, the fencing token for completion. */
  attempt: number;
  /** Attempts before the last manual retry: they no longer count. */
  attempt_base: number;
  /** System time at which the lease of the claiming process expires. */
  lease_until: number | null;
  /** Whether the irreversible call may have been sent with an unknown outcome. */
  in_doubt: Doubt;
  /** Ids of media and containers that earlier attempts created on the network. */
  prepared_json: string;
  /** Workspace time of the first attempt. */
  first_attempt_at: number | null;
  url: string | null;
  network_post_id: string | null;
  error_json: string | null;
  /** What differs between the published target and what was sent: `DeliveryWarning[]`; null: nothing. */
  warnings_json: string | null;
  published_at: number | null;
  updated_at: number;
  /** The post's `effective_at`: sort key of the account's lists. */
  listed_at: number;
}

/** What a target publishes after its main post, in order from 1. The main post is the target itself. */
export interface TargetPartRow {
  target_id: string;
  position: number;
  kind: 'thread' | 'first_comment' | 'thumbnail';
  workspace_id: string;
  /** For a thumbnail: its media key. */
  text: string;
  status: 'pending' | 'published' | 'failed' | 'unknown' | 'deleted';
  /** Whether its irreversible call may have been sent with an unknown outcome. */
  in_doubt: Doubt;
  /** Workspace time. */
  first_attempt_at: number | null;
  network_part_id: string | null;
  url: string | null;
  error_json: string | null;
}

/** A change to a post by a person or an API key. */
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
  /** Whether the target was in doubt when it began. If it then sent nothing, it was only a look-up. */
  in_doubt: 0 | 1;
  /** From this time on, the irreversible call may have been sent. */
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

/** A simulated network's own post. Only `backend/simulators` accesses it. */
export interface NetworkPostRow {
  /** Orders posts that have the same time. */
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
  /** What its request said of its link card: `SimulatedCard`; null: nothing. */
  card_json: Generated<string | null>;
  key: string | null;
  raw_call_json: string;
  /** The request that published it: `SimulatedRequest`; null: not recorded. */
  made_by_json: string | null;
  /** `SimulatedAnswer`; null: not answered, or not recorded. */
  answer_json: string | null;
  /** The counts that a test has set: `SetCounts`; null: none. */
  counts_json: Generated<string | null>;
  created_at: number;
}

/** A simulated network's state before a post exists: containers, uploaded files, upload sessions. */
interface NetworkUploadRow {
  workspace_id: string;
  platform: Platform;
  upload_id: string;
  network_user_id: string;
  state_json: string;
  created_at: number;
}
