/** Assistants that connect with OAuth: their programs, and what they were given. Each connection is an API key of its own kind. */
export const assistants = `
alter table api_keys add column client_id text;
create index connections_of_client on api_keys (client_id) where client_id is not null;

create table oauth_clients (
  id text primary key, metadata_json text not null, body_hash text, created_at integer not null,
  fresh_until integer, keys_json text, keys_read_at integer
) strict;
create index oauth_clients_by_age on oauth_clients (created_at);
create index oauth_clients_by_body on oauth_clients (body_hash) where body_hash is not null;

create table oauth_requests (
  hash text primary key, session text not null, client_id text not null, redirect_uri text not null,
  state text, code_challenge text not null, scope text not null, connection_id text,
  created_at integer not null, expires_at integer not null
) strict, without rowid;
create index oauth_requests_expired on oauth_requests (expires_at);
create index oauth_requests_of_session on oauth_requests (session, created_at);

create table oauth_codes (
  hash text primary key, client_id text not null, connection_id text not null references api_keys(id),
  redirect_uri text not null, code_challenge text not null, family text not null,
  expires_at integer not null, used_at integer
) strict, without rowid;
create index oauth_codes_expired on oauth_codes (expires_at);
create index oauth_codes_of_connection on oauth_codes (connection_id);

create table oauth_tokens (
  hash text primary key, kind text not null, connection_id text not null references api_keys(id),
  client_id text not null, family text not null, parent text,
  created_at integer not null, expires_at integer not null, used_at integer
) strict, without rowid;
create index oauth_tokens_expired on oauth_tokens (expires_at);
create index oauth_tokens_of_connection on oauth_tokens (connection_id, kind, expires_at);
create index oauth_tokens_of_family on oauth_tokens (family);
create index oauth_tokens_of_parent on oauth_tokens (parent) where parent is not null;

create table oauth_assertions (hash text primary key, expires_at integer not null) strict, without rowid;
create index oauth_assertions_expired on oauth_assertions (expires_at);
`;
