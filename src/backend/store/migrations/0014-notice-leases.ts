/**
 * Notices are claimed with leases, as targets and sends are. SQLite cannot make a column nullable, so the table is
 * created again; the rows keep their order.
 */
export const noticeLeases = `
alter table inbox_notices rename to former_inbox_notices;
create table inbox_notices (
  seq integer primary key autoincrement, id text not null unique,
  workspace_id text not null references workspaces(id), account_id text not null, subject_json text not null,
  due_at integer not null, wake_at integer, attempt integer not null, lease_until integer,
  updated_at integer not null
) strict;
insert into inbox_notices (id, workspace_id, account_id, subject_json, due_at, wake_at, attempt, updated_at)
  select 'notice_' || former.seq, former.workspace_id, former.account_id, former.subject_json,
    coalesce(workspaces.clock_frozen_at, former.look_at + workspaces.clock_offset_ms), former.look_at, former.tries,
    coalesce(workspaces.clock_frozen_at, former.look_at + workspaces.clock_offset_ms)
  from former_inbox_notices former inner join workspaces on workspaces.id = former.workspace_id
  order by former.seq;
drop table former_inbox_notices;
create index inbox_notices_to_wake on inbox_notices (wake_at, seq) where wake_at is not null;
create index inbox_notices_of_account on inbox_notices (account_id, seq);
create index inbox_notices_of_workspace on inbox_notices (workspace_id, due_at);
`;
