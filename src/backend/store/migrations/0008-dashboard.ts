/** Sign-in to the dashboard, and the internal key that acts for people. */
export const dashboard = `
alter table api_keys add column kind text not null default 'key';

create table sign_in_links (
  hash text primary key, workspace_id text not null references workspaces(id), created_at integer not null,
  expires_at integer not null
) strict, without rowid;

create table sessions (
  hash text primary key, workspace_id text not null references workspaces(id), created_at integer not null,
  last_used_at integer not null, expires_at integer not null
) strict, without rowid;

create table admin_password (
  id integer primary key check (id = 1), hash text not null, changed_at integer not null
) strict;
`;
