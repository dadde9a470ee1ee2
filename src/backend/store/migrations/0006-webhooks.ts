/** Webhooks and their deliveries; and more columns for the activity log. */
export const webhooks = `
create table webhooks (
  id text primary key, workspace_id text not null references workspaces(id),
  api_key_id text not null references api_keys(id), url text not null, events_json text, label text not null,
  active integer not null, disabled_because text, disabled_reason text, disabled_at integer,
  secret text not null, former_secret text, former_until integer, seen_seq integer not null,
  failing_since integer, created_at integer not null, updated_at integer not null
) strict, without rowid;
create index webhooks_of_workspace on webhooks (workspace_id, created_at, id);

create table webhook_deliveries (
  id text primary key, webhook_id text not null references webhooks(id) on delete cascade,
  workspace_id text not null, event_seq integer, event_id text not null, type text not null,
  object_id text not null, body text not null, status text not null, attempts integer not null,
  attempt_base integer not null, due_at integer, wake_at integer, lease_until integer,
  last_attempt_at integer, delivered_at integer, answer_status integer, answer_body text, answer_ms integer,
  error text, created_at integer not null
) strict;
create index deliveries_to_wake on webhook_deliveries (webhook_id, wake_at) where wake_at is not null;
create index deliveries_waiting on webhook_deliveries (webhook_id, object_id, event_seq) where status = 'pending';
create index deliveries_of_webhook on webhook_deliveries (webhook_id, id);
create index deliveries_of_workspace on webhook_deliveries (workspace_id, due_at) where status = 'pending';

alter table activity add column kind text not null default 'change';
alter table activity add column tool text;
alter table activity add column status integer;
alter table activity add column code text;
create index activity_of_object on activity (workspace_id, object_id, seq) where object_id is not null;
create index activity_to_forget on activity (created_at) where kind = 'read';
`;
