import type { Migration } from './migration.js';

/**
 * Uploaded images and videos, the posts that use them, and single-use upload URLs. A file without a media row is
 * recorded as stray, so that a crash never leaves an untracked file.
 */
const tables = `
create table media (
  workspace_id text not null references workspaces(id), key text not null, sha256 text not null,
  kind text not null, content_type text not null, bytes integer not null, width integer, height integer,
  duration_seconds real, frames_per_second real, codecs_json text not null, warnings_json text not null,
  filename text, has_thumbnail integer not null, created_by_key text not null, created_at integer not null,
  used_at integer not null,
  primary key (workspace_id, key)
) strict, without rowid;
create index media_by_time on media (workspace_id, created_at, key);
create index media_by_use on media (workspace_id, used_at);

create table post_media (
  post_id text not null references posts(id) on delete cascade, media_key text not null,
  workspace_id text not null,
  primary key (post_id, media_key)
) strict, without rowid;
create index posts_of_media on post_media (workspace_id, media_key);

alter table network_posts add column media_json text not null default '[]';

create table media_uploads (
  id text primary key, workspace_id text not null references workspaces(id), token_hash text not null unique,
  created_by_key text not null, filename text, bytes integer not null, media_key text,
  created_at integer not null, expires_at integer not null
) strict, without rowid;
create index media_uploads_by_end on media_uploads (expires_at);

create table stray_files (
  of_workspace text not null, sha256 text not null, since integer not null,
  primary key (of_workspace, sha256)
) strict, without rowid;
create table secrets (name text primary key, value text not null) strict, without rowid;
`;

export const media: Migration = {
  embedded: `${tables}
create trigger media_gone after delete on media begin
  insert or ignore into stray_files (of_workspace, sha256, since) values (old.workspace_id, old.sha256, 0);
end;
`,
  postgres: `${tables}
create function note_stray_file() returns trigger language plpgsql as $$ begin
  insert into stray_files (of_workspace, sha256, since) values (old.workspace_id, old.sha256, 0)
    on conflict do nothing;
  return null;
end $$;
create trigger media_gone after delete on media for each row execute function note_stray_file();
`,
};
