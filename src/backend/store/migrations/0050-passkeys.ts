/** Passkeys of people: public keys, which sign challenges of sign-ins. */
export const passkeys = `
create table passkeys (
  id text primary key, person_id text not null references people(id), name text not null, public_key text not null,
  counter integer not null, transports_json text not null, created_at integer not null, last_used_at integer
) strict, without rowid;
create index passkeys_of_person on passkeys (person_id, created_at);
`;
