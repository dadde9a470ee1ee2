/** What a user has entered in the form of a post and not saved yet. It is no post, and has no versions. */
export const keptForms = `
create table kept_forms (
  workspace_id text not null references workspaces(id), api_key_id text not null, form_id text not null,
  fields text not null, first_line text not null, saved_at integer not null,
  primary key (workspace_id, api_key_id, form_id)
) strict, without rowid;
`;
