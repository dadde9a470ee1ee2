/**
 * Second factors: a sealed TOTP secret with the last step whose code was used, hashed recovery codes, and the first steps of
 * sign-ins that wait for a second one. Sessions know when their person last proved who they are.
 */
export const secondFactors = `
alter table people add column totp_secret text;
alter table people add column totp_step integer;

create table recovery_codes (
  person_id text not null references people(id), hash text not null, used_at integer, primary key (person_id, hash)
) strict, without rowid;

create table sign_in_steps (
  hash text primary key, kind text not null, person_id text references people(id),
  workspace_id text references workspaces(id), data_json text not null, expires_at integer not null
) strict, without rowid;
create index sign_in_steps_by_expiry on sign_in_steps (expires_at);

alter table sessions add column confirmed_at integer not null default 0;
alter table workspaces add column requires_second_factor integer not null default 0;
`;
