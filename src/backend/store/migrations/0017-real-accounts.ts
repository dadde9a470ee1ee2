/** Accounts of real networks, those that are being connected, and Postrider's registrations at servers. */
export const realAccounts = `
alter table accounts add column origin text;
alter table accounts add column avatar_url text;
alter table accounts add column profile_url text;

create table connections (
  id text primary key, workspace_id text not null references workspaces(id), api_key_id text not null,
  platform text not null, method text not null, origin text, redirect_uri text not null, account_id text,
  status text not null, authorize_url text, state_hash text, sealed text, problem text,
  created_at integer not null, expires_at integer not null
) strict, without rowid;
create index connections_of_workspace on connections (workspace_id, expires_at);
create unique index connections_by_state on connections (state_hash) where state_hash is not null;

create table network_apps (
  id text primary key, platform text not null, origin text not null, redirect_uri text not null, sealed text not null,
  created_at integer not null
) strict, without rowid;
`;
