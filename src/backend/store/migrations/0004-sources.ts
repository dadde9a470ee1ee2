/** Articles and texts that posts are created from. */
export const sources = `
create table sources (
  id text primary key, workspace_id text not null references workspaces(id), kind text not null, url text,
  canonical_url text, title text, text text not null, facts_json text not null, media_json text not null,
  created_by_key text not null, created_at integer not null
) strict, without rowid;
create index sources_by_time on sources (workspace_id, id);

alter table posts add column source_id text references sources(id) on delete set null;
create index posts_of_source on posts (source_id) where source_id is not null;
`;
