/** Schedules and slot reservations. */
export const schedules = `
create table schedules (
  id text primary key, workspace_id text not null references workspaces(id), label text not null,
  timezone text not null, days_json text not null, start_time text not null, end_time text,
  posts_per_window integer not null, active integer not null, version integer not null,
  created_at integer not null, updated_at integer not null
) strict, without rowid;
create index schedules_of_workspace on schedules (workspace_id, id);

create table schedule_accounts (
  schedule_id text not null references schedules(id) on delete cascade,
  account_id text not null references accounts(id), position integer not null,
  primary key (schedule_id, account_id)
) strict, without rowid;
create index schedules_of_account on schedule_accounts (account_id);

create table slot_reservations (
  account_id text not null references accounts(id), slot_id text not null,
  schedule_id text not null references schedules(id) on delete cascade,
  target_id text not null unique references targets(id) on delete cascade,
  workspace_id text not null, publish_at integer not null, created_at integer not null,
  primary key (account_id, slot_id)
) strict, without rowid;
create index slot_reservations_of_schedule on slot_reservations (schedule_id, publish_at);

create index targets_by_schedule on targets (account_id, scheduled_at) where scheduled_at is not null;
`;
