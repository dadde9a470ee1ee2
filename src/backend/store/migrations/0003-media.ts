/** Uploaded images and videos, and which posts name them. */
export const media = `
create table media (
  workspace_id text not null references workspaces(id), key text not null, sha256 text not null,
  kind text not null, content_type text not null, bytes integer not null, width integer, height integer,
  duration_seconds real, frames_per_second real, codecs_json text not null, warnings_json text not null,
  filename text, has_thumbnail integer not null, created_by_key text not null, created_at integer not null,
  used_at integer not null,
  primary key (workspace_id, key)
) strict, without rowid;
create index media_by_time on media (workspace_id, created_at, key);
create index media_by_use on media (used_at);

create table post_media (
  post_id text not null references posts(id) on delete cascade, media_key text not null,
  workspace_id text not null,
  primary key (post_id, media_key)
) strict, without rowid;
create index posts_of_media on post_media (workspace_id, media_key);

alter table network_posts add column media_json text not null default '[]';

create table secrets (name text primary key, value text not null) strict, without rowid;
`;
