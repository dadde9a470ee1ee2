/** Labels of posts, and texts to insert. */
export const labels = `
create table labels (
  id text primary key, workspace_id text not null references workspaces(id),
  name text not null, name_key text not null, color text not null,
  created_at integer not null, updated_at integer not null
) strict;
create unique index labels_named on labels (workspace_id, name_key);

create table post_labels (
  post_id text not null, position integer not null, label_id text not null, workspace_id text not null references workspaces(id),
  primary key (post_id, label_id)
) strict, without rowid;
create index labelled_posts on post_labels (label_id, post_id);

create table saved_texts (
  id text primary key, workspace_id text not null references workspaces(id),
  name text not null, name_key text not null, kind text not null, text text not null,
  created_at integer not null, updated_at integer not null
) strict;
create unique index saved_texts_named on saved_texts (workspace_id, kind, name_key);
`;
