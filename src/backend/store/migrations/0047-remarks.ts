/** What people write to each other about a post. */
export const remarks = `
create table remarks (
  seq integer primary key autoincrement, id text not null unique, workspace_id text not null references workspaces(id),
  post_id text not null references posts(id) on delete cascade, api_key_id text not null references api_keys(id),
  author text not null, text text not null, created_at integer not null
) strict;
create index remarks_of_post on remarks (post_id, seq);
alter table posts add column remark_count integer not null default 0;
`;
