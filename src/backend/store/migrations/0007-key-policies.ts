/** How tools may be used with a key, beside its scopes: who is asked, and which tools there are. */
export const keyPolicies = `
alter table api_keys add column confirm text;
alter table api_keys add column read_only integer not null default 0;
alter table api_keys add column toolsets_json text;
`;
