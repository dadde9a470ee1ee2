/**
 * People, their roles in workspaces, and invitations. The admin password becomes the password of the first owner, whose
 * sessions and sign-in links go on, and who made the changes that the dashboard recorded so far. The owner’s id is that of
 * the oldest workspace; a password that was set before there was a workspace goes to an owner who gets the first one.
 */
export const people = `
create table people (
  id text primary key, name text, display_name text not null, password_hash text, password_changed_at integer,
  disabled_at integer, created_at integer not null
) strict, without rowid;
create unique index people_by_name on people (name);

create table memberships (
  person_id text not null references people(id), workspace_id text not null references workspaces(id),
  role text not null, created_at integer not null, primary key (person_id, workspace_id)
) strict, without rowid;
create index memberships_of_workspace on memberships (workspace_id, role);

create table invitations (
  id text primary key, hash text not null, workspace_id text not null references workspaces(id), role text not null,
  api_key_id text not null references api_keys(id), created_at integer not null, expires_at integer not null,
  used_by text references people(id), used_at integer
) strict, without rowid;
create unique index invitations_by_hash on invitations (hash);
create index invitations_of_workspace on invitations (workspace_id, created_at);

alter table sessions add column person_id text references people(id);
alter table sign_in_links add column person_id text references people(id);
alter table api_keys add column person_id text references people(id);

insert into people (id, display_name, password_hash, password_changed_at, created_at)
select 'psn_' || substr(id, 4), 'Owner', (select hash from admin_password), (select changed_at from admin_password),
  created_at
from workspaces order by created_at, id limit 1;

insert into people (id, display_name, password_hash, password_changed_at, created_at)
select 'psn_00000000000000000000000000', 'Owner', hash, changed_at, changed_at from admin_password
where not exists (select 1 from people);

insert into memberships (person_id, workspace_id, role, created_at)
select people.id, workspaces.id, 'owner', workspaces.created_at from people cross join workspaces;

update sessions set person_id = (select id from people);
update sign_in_links set person_id = (select id from people);
update api_keys set person_id = (select id from people), label = 'Owner' where kind = 'person';

drop table admin_password;
`;
