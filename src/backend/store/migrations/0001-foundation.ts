/** The first tables: workspaces, API keys, accounts, posts and their outcomes. */
export const foundation = `
create table workspaces (
  id text primary key, name text not null, sandbox integer not null, timezone text not null,
  grace_ms integer not null, clock_offset_ms integer not null default 0, clock_frozen_at integer,
  created_at integer not null
) strict, without rowid;

create table api_keys (
  id text primary key, workspace_id text not null references workspaces(id), label text not null,
  prefix text not null, hash text not null unique, scopes_json text not null, created_at integer not null,
  expires_at integer, revoked_at integer, last_used_at integer
) strict, without rowid;

create table accounts (
  id text primary key, workspace_id text not null references workspaces(id), platform text not null,
  network_user_id text not null, handle text not null, display_name text not null,
  simulated integer not null, premium integer not null, credentials_json text not null,
  health_status text not null, health_reason text, health_action text, health_checked_at integer not null,
  token_expires_at integer, connected_at integer not null,
  unique (workspace_id, platform, network_user_id)
) strict, without rowid;

create table posts (
  id text primary key, workspace_id text not null references workspaces(id), status text not null,
  text text not null, media_urls_json text not null, alt_texts_json text not null,
  overrides_json text not null, kind text not null default 'text', schedule_mode text not null, scheduled_at integer, timezone text not null,
  issues_json text not null, proposed_json text, review_note text, idempotency_key text, version integer not null, created_by_key text not null,
  created_at integer not null, updated_at integer not null, effective_at integer not null
) strict;
create index posts_by_time on posts (workspace_id, effective_at, id);
create index posts_by_status on posts (workspace_id, status, effective_at, id);
create index posts_by_idempotency_key on posts (workspace_id, idempotency_key) where idempotency_key is not null;

create table targets (
  id text primary key, workspace_id text not null, post_id text not null references posts(id),
  position integer not null, account_id text not null references accounts(id), platform text not null,
  status text not null, phase text, content_json text not null, fingerprint text not null,
  scheduled_at integer, due_at integer, latest_at integer, wake_at integer, attempt integer not null,
  attempt_base integer not null, lease_until integer,
  in_doubt integer not null, prepared_json text not null, first_attempt_at integer, url text, network_post_id text, error_json text,
  published_at integer, updated_at integer not null
) strict;
create index targets_of_post on targets (post_id, position);
create index targets_to_wake on targets (wake_at) where wake_at is not null;
create index targets_published on targets (account_id, published_at) where published_at is not null;
create index targets_by_fingerprint on targets (account_id, fingerprint);

create table target_parts (
  target_id text not null references targets(id), position integer not null, kind text not null,
  workspace_id text not null, text text not null, status text not null, in_doubt integer not null,
  first_attempt_at integer, network_part_id text, url text, error_json text,
  primary key (target_id, position)
) strict, without rowid;
create index target_parts_missing on target_parts (target_id) where status in ('failed', 'unknown');

create table post_history (
  seq integer primary key autoincrement, post_id text not null references posts(id),
  workspace_id text not null, api_key_id text, action text not null, changes_json text not null,
  version integer not null, created_at integer not null
) strict;
create index history_of_post on post_history (post_id, seq);

create table attempts (
  id text primary key, workspace_id text not null, target_id text not null references targets(id),
  number integer not null, outcome text not null, sent_at integer, started_at integer not null,
  ended_at integer, error_json text, unique (target_id, number)
) strict;

create table events (
  seq integer primary key autoincrement, id text not null unique, workspace_id text not null,
  type text not null, object_id text not null, data_json text not null, created_at integer not null
) strict;
create index events_of_workspace on events (workspace_id, seq);

create table activity (
  seq integer primary key autoincrement, workspace_id text not null, api_key_id text not null,
  operation text not null, object_id text, summary text not null, request_id text not null,
  created_at integer not null
) strict;
create index activity_of_workspace on activity (workspace_id, seq);

create table idempotency (
  api_key_id text not null, method text not null, path text not null, key text not null,
  body_hash text not null, status integer not null, answer_json text not null,
  created_at integer not null, expires_at integer not null,
  primary key (api_key_id, method, path, key)
) strict, without rowid;
create index idempotency_by_expiry on idempotency (expires_at);

create table network_posts (
  seq integer primary key autoincrement, workspace_id text not null, platform text not null, network_post_id text not null,
  network_user_id text not null, path text not null, text text not null, title text, link text,
  media_ids_json text not null, key text, raw_call_json text not null, created_at integer not null,
  unique (workspace_id, platform, network_post_id)
) strict;
create unique index network_posts_by_key on network_posts (workspace_id, platform, network_user_id, key)
  where key is not null;
create index network_posts_of_user on network_posts (workspace_id, platform, network_user_id, created_at, seq);

create index network_posts_by_path on network_posts (platform, path);

create table network_uploads (
  workspace_id text not null, platform text not null, upload_id text not null,
  network_user_id text not null, state_json text not null, created_at integer not null,
  primary key (workspace_id, platform, upload_id)
) strict, without rowid;
`;
