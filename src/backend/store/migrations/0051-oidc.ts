/** Accounts at an OpenID Connect provider with which people sign in. */
export const oidc = `
create table oidc_identities (
  issuer text not null, subject text not null, person_id text not null references people(id),
  created_at integer not null, last_used_at integer, primary key (issuer, subject)
) strict, without rowid;
create index oidc_identities_of_person on oidc_identities (person_id);
`;
