/**
 * Where a workspace is told of failures. Each row is also the job that tells: what it gathers goes out with the next
 * message, and what is being sent stays until it has arrived.
 */
export const alerts = `
create table alert_channels (
  id text primary key, workspace_id text not null references workspaces(id), kind text not null,
  shown_address text not null, sealed text not null, topics_json text not null, with_text integer not null,
  seen_seq integer not null, gathered_json text, sending_json text, sent_number integer not null,
  attempt integer not null, attempt_base integer not null, due_at integer, wake_at integer, lease_until integer,
  last_attempt_at integer, last_sent_at integer, error text, failing_since integer, created_at integer not null
) strict, without rowid;
create index alert_channels_of_workspace on alert_channels (workspace_id, id);
create index alert_channels_to_wake on alert_channels (wake_at) where wake_at is not null;
`;
