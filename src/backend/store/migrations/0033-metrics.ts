/** What networks count of posts and accounts, and when to read it. */
export const metrics = `
create table metric_accounts (
  id text primary key references accounts(id) on delete cascade,
  workspace_id text not null references workspaces(id),
  due_at integer, wake_at integer, attempt integer not null, lease_until integer, updated_at integer not null,
  failures integer not null, held text, requests_day integer not null, requests integer not null,
  followers_day integer not null, active_until integer not null
) strict;
create index metric_accounts_to_wake on metric_accounts (wake_at) where wake_at is not null;
create index metric_accounts_of_workspace on metric_accounts (workspace_id, due_at);

create table metric_targets (
  seq integer primary key autoincrement, target_id text not null unique references targets(id) on delete cascade,
  workspace_id text not null references workspaces(id), account_id text not null,
  published_at integer not null, next_hours integer, next_at integer
) strict;
create index metric_targets_due on metric_targets (account_id, next_at);
create index metric_targets_published on metric_targets (workspace_id, published_at, seq);

create table metric_readings (
  target_seq integer not null references metric_targets(seq) on delete cascade, window_hours integer not null,
  read_at integer, reason text, missing_json text,
  impressions integer, views integer, reach integer, likes integer, reposts integer, quotes integer,
  replies integer, saves integer, shares integer, clicks integer, watch_ms integer,
  primary key (target_seq, window_hours)
) strict, without rowid;

create table follower_counts (
  account_id text not null references accounts(id) on delete cascade, day integer not null,
  workspace_id text not null references workspaces(id), followers integer not null, read_at integer not null,
  primary key (account_id, day)
) strict, without rowid;

create table metric_progress (id integer primary key, last_event_seq integer not null) strict;
`;
