/** Tool policy of API keys: confirmation and available tools. */
export const keyPolicies = `
alter table api_keys add column confirm text;
alter table api_keys add column read_only integer not null default 0;
alter table api_keys add column toolsets_json text;
`;
