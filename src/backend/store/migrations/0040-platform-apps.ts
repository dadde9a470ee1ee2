/**
 * The apps that people have registered at networks, how far the network of an account has reviewed the app it was connected
 * with, and the accounts of a connection that connected several.
 */
export const platformApps = `
create table platform_apps (
  id text primary key, workspace_id text not null references workspaces(id), platform text not null,
  client_id text not null, sealed text, review text, updated_at integer not null
) strict, without rowid;
create unique index platform_apps_of_workspace on platform_apps (workspace_id, platform);

alter table accounts add column app_review text;
alter table connections add column account_ids_json text;
`;
